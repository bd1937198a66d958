"""The web client's files, where one has been built. They are read once; nothing else on the disk can be
asked for.
"""

import hashlib
import mimetypes
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.params import PathParameter

from filon.server.http.caller import header_of
from filon.server.http.problems import HTTPProblem
from filon.server.settings import ServerSettings

_PRESSED: Final = {".br": "br", ".gz": "gzip"}
"""Files pressed by the build lie beside their originals."""
_NOT_PAGES: Final = ("/api", "/healthz", "/readyz", "/metrics", "/assets")
_TYPES: Final = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


class Asset(NamedTuple):
    data: bytes
    media_type: str
    headers: dict[str, str]
    pressed: dict[str, bytes]


def web_routes(settings: ServerSettings) -> list[Any]:
    folder = settings.web_folder
    if folder is None:

        @get("/", include_in_schema=False, sync_to_thread=False)
        def welcome() -> Response[str]:
            text = "Filon is here. It speaks HTTP and WebSocket; /api/schema describes it.\n"
            return Response(text, media_type=MediaType.TEXT)

        return [welcome]
    assets = _read(folder)
    index = assets["/index.html"]

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def page(
        request: Request[Any, Any, Any], path: Annotated[str, PathParameter(max_length=500)] = "/"
    ) -> Response[bytes]:
        """A file of the client, or its one page, which finds out by itself what its address means."""
        asset = assets.get(path)
        if asset is None:
            if path.startswith(_NOT_PAGES) or "." in path.rpartition("/")[2]:
                raise HTTPProblem(404, "not_found", "there is no such page")
            asset = index
        if header_of(request, "if-none-match") == asset.headers["ETag"]:
            return Response(b"", status_code=304, headers=asset.headers)
        accepted = header_of(request, "accept-encoding")
        for encoding, data in asset.pressed.items():
            if encoding in accepted:
                headers = {**asset.headers, "Content-Encoding": encoding}
                return Response(data, media_type=asset.media_type, headers=headers)
        return Response(asset.data, media_type=asset.media_type, headers=asset.headers)

    return [page]


def _read(folder: Path) -> dict[str, Asset]:
    assets: dict[str, Asset] = {}
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or file.suffix in _PRESSED:
            continue
        path = "/" + file.relative_to(folder).as_posix()
        data = file.read_bytes()
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        hashed = path.startswith("/assets/")  # the build puts a hash of the content into these names
        assets[path] = Asset(
            data,
            kind,
            {
                "Cache-Control": "public, max-age=31536000, immutable" if hashed else "no-cache",
                "ETag": f'"{hashlib.sha256(data).hexdigest()[:32]}"',
                "Vary": "Accept-Encoding",
            },
            {
                encoding: pressed.read_bytes()
                for suffix, encoding in _PRESSED.items()
                if (pressed := file.with_name(file.name + suffix)).is_file()
            },
        )
    return assets
