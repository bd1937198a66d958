"""The protocol as others see it: what is on the page is what the server reads."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from filon.tables import FromClient, Send, commands, patched
from filon.tables.chat import PHRASES
from filon.tables.model import Settings
from filon.tables.protocol import FromServer, Hello
from filon.tables.refusal import Code
from tests.tables.desk import settings

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
PATCHED = re.findall(r"<!-- (before|patch|after) -->\n```json\n(.*?)```", PAGE, re.DOTALL)
SENT = re.findall(r"<!-- you send -->\n```json\n(.*?)```", PAGE, re.DOTALL)
DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


@pytest.mark.parametrize("example", SENT)
def test_every_message_on_the_page_is_read_by_the_server(example: str) -> None:
    DECODER.decode(example)


def test_the_patch_on_the_page_makes_what_the_page_says() -> None:
    assert [name for name, _ in PATCHED] == ["before", "patch", "after"]
    before, patch, after = (msgspec.json.decode(text) for _, text in PATCHED)
    assert patched(before, patch) == after


def test_the_page_has_examples_and_names_every_command_message_refusal_and_phrase() -> None:
    assert len(SENT) >= 10
    words = set(re.findall(r"[A-Za-z_]+", PAGE))
    assert set(Hello.__struct_fields__) <= words
    for command in get_args(commands.Command):
        assert command.__name__ in words, command
    for message in (*get_args(FromClient), *get_args(FromServer)):
        assert message.__struct_config__.tag in words, message
    assert set(get_args(Code)) <= words
    assert set(PHRASES) <= words
    assert set(Settings.__struct_fields__) <= words


def test_the_pages_defaults_are_those_of_the_settings() -> None:
    """In the table's last column, in JSON; `none` is no clock."""
    part = PAGE.split("## Settings of a table")[1]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", part, re.MULTILINE)
    defaults = msgspec.to_builtins(Settings(game="diamant", seats=3))
    shown = {name: default.strip("`") for name, default in rows}
    assert {"stand_in", "absence_s", "watch"} <= set(shown)
    for name, default in shown.items():
        if name in defaults and name not in ("options", "clock"):
            value = defaults[name]
            assert default == (value if isinstance(value, str) else msgspec.json.encode(value).decode()), name


@pytest.mark.parametrize("command", get_args(commands.Command))
def test_every_command_can_be_sent_and_takes_no_other_fields(command: type[msgspec.Struct]) -> None:
    values = {
        "name": "Ben",
        "seat": 1,
        "level": "random",
        "settings": msgspec.to_builtins(settings()),
        "guest": "g1",
        "action": {"type": "Choose", "choice": "leave"},
        "agree": True,
        "text": "hi",
        "phrase": "wow",
        "sequence": 3,
        "nonce": "0" * 32,
    }
    fields = {name: values[name] for name in command.__struct_fields__ if name in values}
    plain = {"type": command.__name__, **fields}
    read = DECODER.decode(msgspec.json.encode({"type": "Command", "id": "a", "command": plain}))
    assert isinstance(read, Send)
    assert type(read.command) is command
    with pytest.raises(msgspec.ValidationError):
        DECODER.decode(
            msgspec.json.encode({"type": "Command", "id": "a", "command": {**plain, "sudo": True}})
        )


@pytest.mark.parametrize("command", get_args(commands.ServerCommand))
def test_what_the_server_alone_may_say_cannot_be_sent(command: type[msgspec.Struct]) -> None:
    plain = {"type": command.__name__, "to": "x", "seat": 0, "action": {}, "on": 1}
    with pytest.raises(msgspec.ValidationError):
        DECODER.decode(msgspec.json.encode({"type": "Command", "id": "a", "command": plain}))


@pytest.mark.parametrize("bad", ["", "x" * 65, "a b", "é", "a\n"])
def test_a_command_id_is_short_and_plain(bad: str) -> None:
    message = {"type": "Command", "id": bad, "command": {"type": "Leave"}}
    with pytest.raises(msgspec.ValidationError):
        DECODER.decode(msgspec.json.encode(message))


def test_every_setting_of_time_has_a_bound() -> None:
    for plain in (
        {"clock": {"type": "PerDecision", "seconds": 1}},
        {"clock": {"type": "PerDecision", "seconds": 10**9}},
        {"clock": {"type": "Bank", "seconds": 60, "bonus": -1}},
        {"absence_s": 0},
        {"delay_s": 1},
        {"bot_pause_ms": -1},
        {"countdown_ms": 60_000},
        {"seats": 17},
        {"watch": "everybody"},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"game": "diamant", "seats": 4, **plain}, Settings)
