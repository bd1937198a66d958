"""What a host is told when something is in the way: a sentence that says what to do."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from filon.server import welcome
from filon.server.app import CannotListen, listen


def environment(**more: str) -> dict[str, str]:
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "XDG_DATA_HOME")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
    return {**{name: value for name, value in kept.items() if name not in screens}, **more}


@contextmanager
def opened(folder: Path, **more: str) -> Iterator[str]:
    """`filon serve --open`: what it prints for people, until it knows of the browser."""
    process = subprocess.Popen(
        [sys.executable, "-m", "filon", "serve", "--open", "--port", "0"],
        env=environment(FILON_DATABASE_URL=f"sqlite:///{folder / 'filon.db'}", PYTHONUNBUFFERED="1", **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        printed = ""
        for line in process.stdout:
            printed += line
            if "browser" in line:
                break
        yield printed
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def refused(*words: str, **more: str) -> str:
    """The one line that is said instead of serving."""
    done = subprocess.run(
        [sys.executable, "-m", "filon", *words],
        env=environment(**more),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("filon: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_without_a_browser_the_address_is_there_to_be_opened_and_a_port_in_use_is_named(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as printed:
        address = re.search(r"http://localhost:(\d+)/", printed)
        assert address
        assert "open the address above" in printed
        said = refused("serve", "--port", address[1], FILON_DATABASE_URL=f"sqlite:///{tmp_path / 'other.db'}")
    assert f"port {address[1]}" in said
    assert address[0] in said
    assert "--port 0" in said
    assert "FILON_PORT" in said


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a screen, and ask no variable for it")
def test_a_browser_that_does_not_open_is_no_reason_not_to_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not welcome.open_browser("127.0.0.1", 8000)
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("BROWSER", "/nowhere/browser")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("webbrowser._tryorder", None)  # as in a program that has not looked for one yet
    monkeypatch.setattr("webbrowser._browsers", {})
    assert not welcome.open_browser("127.0.0.1", 8000)


def test_a_machine_on_no_network_says_that_others_cannot_come(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = "0.0.0.0"  # noqa: S104 - nothing is bound
    monkeypatch.setattr(welcome, "network_address", lambda: None)
    assert "this machine is on no network" in welcome.welcome(everywhere, 8000, "")
    assert "network" not in welcome.welcome("127.0.0.1", 8000, "")
    monkeypatch.setattr(welcome, "network_address", lambda: "192.0.2.7")
    assert "http://192.0.2.7:8000/" in welcome.welcome(everywhere, 8000, "")


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_home_that_cannot_be_written_says_how_to_keep_tables_elsewhere(
    tmp_path: Path, command: str
) -> None:
    """Below a file nobody can make a folder, root included."""
    (tmp_path / "file").touch()
    words = [command, "--port", "0"] if command == "serve" else [command]
    said = refused(*words, HOME=str(tmp_path / "file"))
    assert str(tmp_path / "file") in said
    assert "FILON_DATABASE_URL=sqlite:////" in said


def test_an_address_of_somebody_else_is_named() -> None:
    with pytest.raises(CannotListen, match=r"cannot listen on 192\.0\.2\.1, port 8000"):
        listen("192.0.2.1", 8000)
