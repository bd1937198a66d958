"""Tables of all four games, with people and bots of several levels and options that vary."""

import random
from typing import Any, Final, NamedTuple

from bench.chaos.http import request
from bench.chaos.player import Crowd, Player
from bench.chaos.process import ChaosError
from filon.games.codec import describe
from filon.games.registry import GAMES, OURS

_MOST_SEATS: Final = 5
_MOST_PEOPLE: Final = 3
_LEVELS: Final = ("easy", "normal", "random")
_HARD_EVERY: Final = 8
"""Of each game's tables: thinking of the hard ones takes the processor time that the servers need."""
_CLOCKS: Final = (
    {"type": "NoClock"},
    {"type": "NoClock"},
    {"type": "PerDecision", "seconds": 15},
    {"type": "Bank", "seconds": 60, "bonus": 5},
)


class Plan(NamedTuple):
    settings: dict[str, Any]
    people: int
    bots: tuple[str, ...]


def plan(number: int, rng: random.Random) -> Plan:
    """Games take turns; every other table has bots, and some have one person only."""
    game = GAMES[list(OURS)[number % len(OURS)]]
    info = describe(game)
    seats = rng.randint(info.least_players, min(info.most_players, _MOST_SEATS))
    people = rng.randint(1, min(_MOST_PEOPLE, seats))
    options = {option.name: rng.choice(option.values) for option in info.options if option.values}
    settings = {
        "game": game.name,
        "seats": seats,
        "options": options,
        "clock": rng.choice(_CLOCKS),
        "absence_s": rng.choice((5, 10, 60)),
        "stand_in": rng.choice(("easy", "random")),
        "watch": rng.choice(("public", "nobody", "seat")),
        "bot_pause_ms": rng.choice((100, 200, 300)),
        "countdown_ms": 300,
        "intermission_s": rng.choice((0, 1)),
        "undo": "never",
    }
    bots = [rng.choice(_LEVELS) for _ in range(seats - people)]
    if bots and number // len(OURS) % _HARD_EVERY == 0:
        bots[0] = "hard"
    return Plan(settings, people, tuple(bots))


async def open_table(crowd: Crowd, planned: Plan, rng: random.Random) -> list[Player]:
    """With everybody seated and the game begun."""
    port = crowd.server(rng).port
    known: list[dict[str, Any]] = []
    for seat in range(planned.people):
        body = {"name": f"Player {seat}", "keep": "token"}
        known.append(await _made(port, "/api/guests", body))
    table = (await _made(port, "/api/tables", planned.settings, known[0]["token"]))["id"]
    players = [
        Player(
            crowd, table, one["guest"], one["token"],
            seat=seat, host=seat == 0, rng=random.Random(rng.getrandbits(64)),
        )
        for seat, one in enumerate(known)
    ]  # fmt: skip
    for seat, player in enumerate(players):
        if seat:
            await player.order("Join", name=f"Player {seat}")
        await player.order("TakeSeat", seat=seat)
    for seat, level in enumerate(planned.bots, planned.people):
        await players[0].order("SeatBot", seat=seat, level=level)
    await players[0].order("Start")
    return players


async def _made(port: int, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    answer = await request(port, "POST", path, body, token=token, patience_s=30)
    if answer.status != 201:
        raise ChaosError(f"{path}: {answer.status} {answer.body.decode()[:300]}")
    made: dict[str, Any] = answer.json()
    return made
