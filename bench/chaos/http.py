"""One HTTP request over one connection, to a server that may be gone at any moment."""

import asyncio
from typing import Any, NamedTuple

import msgspec


class Response(NamedTuple):
    status: int
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


async def request(
    port: int, method: str, path: str, body: Any = None, *, token: str = "", patience_s: float = 5.0
) -> Response:
    """Raises OSError where there is no whole answer in time: what was asked may have happened."""
    content = b"" if body is None else msgspec.json.encode(body)
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    if token:
        head.append(f"Authorization: Bearer {token}")
    if body is not None:
        head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    async with asyncio.timeout(patience_s):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + content)
            answer = await reader.read()
        finally:
            writer.close()
    top, found, rest = answer.partition(b"\r\n\r\n")
    lines = top.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if "content-length" in fields and len(rest) < int(fields["content-length"]):
        found = b""
    if not found:
        raise ConnectionError("the answer broke off")
    return Response(int(lines[0].split()[1]), rest)
