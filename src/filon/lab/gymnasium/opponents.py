"""Who sits in the seats that the agent has not: bots, told what their seats may know and nothing else."""

from collections.abc import Sequence
from typing import TypeAlias

from filon.bots import Player, Sight
from filon.bots.named import bot_named
from filon.games.chance import FastRandom
from filon.games.contract import Malformed, Random, Seat
from filon.lab.episode import Episode

Opponent: TypeAlias = str | Player
"""A name that the arena knows, or a player itself."""
Opponents: TypeAlias = Opponent | Sequence[Opponent | None]


def players(opponents: Opponents, game: str, seats: int) -> tuple[Player | None, ...]:
    """By seat; None where the agent has to sit. Raises Malformed."""
    if isinstance(opponents, list | tuple):
        if len(opponents) != seats:
            raise Malformed(
                "opponents", f"{len(opponents)} of them for {seats} seats; name one for each seat"
            )
        return tuple(None if one is None else _player(one, game) for one in opponents)
    one: object = opponents
    return (_player(one, game),) * seats


def _player(opponent: object, game: str) -> Player:
    if not isinstance(opponent, str):
        if isinstance(opponent, type):
            raise Malformed(
                "opponents", f"{opponent.__name__} is a class; give a player, {opponent.__name__}()"
            )
        if callable(getattr(opponent, "choose", None)):
            return opponent  # type: ignore[return-value]
        raise Malformed("opponents", f"{opponent!r} has no choose(sight, random) and is no bot's name")
    try:
        return bot_named(opponent, game)
    except Malformed as refusal:
        raise Malformed("opponents", refusal.reason) from None


class Memory:
    """What each seat has been told so far; a bot that looks back is told every event once."""

    def __init__(self) -> None:
        self._told: dict[Seat, list[object]] = {}
        self._heard: dict[Seat, int] = {}

    def decide(self, player: Player, episode: Episode, seat: Seat, lots: Random) -> None:
        """The bot's move, with chance of its own."""
        past = self._past(episode, seat) if getattr(player, "remembers", True) else ()
        sight = Sight(episode.game, episode.view(seat), episode.legal(seat), past)
        action = player.choose(sight, FastRandom(lots.below(1 << 30)))
        if action not in sight.legal:
            raise Malformed(
                "opponents", f"{type(player).__name__} in seat {seat} wants what is not legal: {action}"
            )
        episode.act(seat, action)

    def _past(self, episode: Episode, seat: Seat) -> tuple[object, ...]:
        told = self._told.setdefault(seat, [])
        told += episode.told(seat, since=self._heard.get(seat, 0))
        self._heard[seat] = len(episode.past)
        return tuple(told)
