"""What a person sees who has just opened the server: where it is, a QR code for phones, and the browser."""

import os
import sys
import webbrowser
from io import StringIO

import segno

from filon.server.http.caller import network_address

_ANYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound to


def welcome(host: str, port: int, public_url: str) -> str:
    """The lines to print. A server that listens on this machine alone has no address for phones."""
    here = f"http://{'localhost' if host in _ANYWHERE or host == '127.0.0.1' else host}:{port}/"
    there = public_url or (
        f"http://{found}:{port}/" if host in _ANYWHERE and (found := network_address()) else ""
    )
    lines = ["", f"  On this machine:  {here}"]
    if there:
        lines += [f"  On other devices: {there}", "", _qr(there)]
    elif host in _ANYWHERE:
        lines += ["  Other devices cannot come: this machine is on no network."]
    return "\n".join([*lines, "  Ctrl-C ends the server; every table is kept.", ""])


def open_browser(host: str, port: int) -> bool:
    """Where there is a screen. A browser that cannot be opened is no reason not to serve."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    name = "localhost" if host in _ANYWHERE else host
    return webbrowser.open(f"http://{name}:{port}/")


def _qr(address: str) -> str:
    paper = StringIO()
    segno.make(address, micro=False).terminal(out=paper, compact=True)
    return paper.getvalue()
