"""Chance that can be checked: hash before, seed after, nonces from the players' browsers."""

from hashlib import sha256

import msgspec

from filon.games.chance import SealedRandom
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Options
from filon.tables import Audience, commands, sync
from filon.tables.chance import NO_NONCE
from filon.tables.model import Lobby
from tests.tables.desk import ANNA, BEN, EVE, SECRET, Desk, four_at_the_table


def test_the_hash_is_shown_from_the_opening_and_holds_at_the_end() -> None:
    desk = four_at_the_table()
    before = sync(desk.table, Audience()).table.commitment
    desk.start().play_out()
    result = sync(desk.table, Audience()).table.result
    assert result is not None
    assert result.commitment == before
    assert sha256(bytes.fromhex(result.secret)).hexdigest() == before


def test_the_seed_is_the_hash_of_the_secret_and_the_nonces_in_seat_order() -> None:
    desk = Desk().join(BEN)
    desk.say(BEN, commands.TakeSeat(0))
    desk.say(ANNA, commands.TakeSeat(1))
    desk.say(ANNA, commands.AddNonce("a1" * 16))
    desk.say(BEN, commands.AddNonce("b2" * 16))
    desk.nothing(BEN, commands.AddNonce("b2" * 16))
    desk.say(ANNA, commands.Start("random"))
    secret = sha256(SECRET + (1).to_bytes(8, "big")).digest()
    nonces = bytes.fromhex("b2" * 16 + "a1" * 16 + NO_NONCE + NO_NONCE)
    assert desk.playing.seed == sha256(secret + nonces).digest()
    dealt = DIAMANT.deal(4, Options(), SealedRandom(desk.playing.seed, part=desk.table.sequence))
    assert desk.playing.state == dealt


def test_a_nonce_can_be_changed_until_the_start_and_is_seen_by_all() -> None:
    desk = four_at_the_table().join(EVE)
    desk.say(ANNA, commands.AddNonce("00" * 15 + "01"))
    desk.say(ANNA, commands.AddNonce("00" * 15 + "02"))
    assert isinstance(desk.table.phase, Lobby)
    assert sync(desk.table, Audience()).table.nonces == {ANNA: "00" * 15 + "02"}
    desk.refused(EVE, commands.AddNonce("0" * 32), "not_seated")
    desk.start()
    assert sync(desk.table, Audience()).table.nonces == {ANNA: "00" * 15 + "02"}
    desk.play_out()
    assert sync(desk.table, Audience()).table.nonces == {ANNA: "00" * 15 + "02"}


def test_one_nonce_changes_the_whole_deal() -> None:
    deals = []
    for nonce in ("0" * 31 + "1", "0" * 31 + "2"):
        desk = four_at_the_table()
        desk.say(ANNA, commands.AddNonce(nonce))
        desk.start()
        deals.append(desk.playing.state.phase.pile)
    assert deals[0] != deals[1]


def test_a_nonce_is_32_hexadecimal_digits() -> None:
    decoder = msgspec.json.Decoder(commands.Command)
    for bad in ("", "0" * 32 + "\n", "0" * 31, "0" * 33, "g" * 32, "A" * 32):
        try:
            decoder.decode(msgspec.json.encode({"type": "AddNonce", "nonce": bad}))
        except msgspec.ValidationError:
            continue
        raise AssertionError(bad)
