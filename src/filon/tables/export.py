"""A finished game as one self-contained JSON file, and the proof that every card and event of it is right.

The file holds the options, the server's secret and the players' nonces, the dealt position, and every action
with the events that followed. `verify` deals again from the seed and plays every action again.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from filon.games.chance import SealedRandom
from filon.games.codec import read_options
from filon.games.contract import (
    CONTINUE,
    TABLE,
    Actor,
    AnyGame,
    FilonError,
    Malformed,
    Outcome,
    Random,
    Seat,
    in_intermission,
    play_one,
)
from filon.games.registry import game_named
from filon.tables.chance import NO_NONCE, commitment_to, secret_of, seed_from
from filon.tables.events import Entry, Played, PositionGiven, Started, Undone
from filon.tables.evolve import fold
from filon.tables.model import GAMES_KEPT, AnyTable, FinishedGame, Given, Guest
from filon.tables.refusal import Refused

FORMAT: Final = "filon-game-1"
Sequence = Annotated[int, msgspec.Meta(ge=1, lt=1 << 53)]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")


class Step(msgspec.Struct, Generic[ActionT, EventT], frozen=True, tag=True):
    """An action at entry `sequence`, `after_ms` after the deal. Without a seat the table itself acted."""

    sequence: Sequence
    after_ms: int
    seat: int | None
    by: str
    action: ActionT
    events: tuple[EventT, ...]


class TakenBack(msgspec.Struct, frozen=True, tag=True):
    """The position is again the one before entry `to`."""

    sequence: Sequence
    to: int


class GameFile(msgspec.Struct, Generic[StateT, ActionT, EventT], frozen=True, kw_only=True):
    format: str
    game: str
    options: dict[str, str | int | None]
    players: tuple[str, ...]
    """Names, if it was so chosen, or what sat in each seat."""
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    seed: str
    given: Given | None = None
    """The game began with a position of another one, and was not dealt: that part nobody can check."""
    dealt_at: Sequence
    """The entry in which the cards were dealt: the part of the random stream they came from."""
    state: StateT
    steps: tuple[Step[ActionT, EventT] | TakenBack, ...]
    outcome: Outcome


class Verdict(msgspec.Struct, frozen=True):
    """`problems` in words, in the order they were found; the first is the one that matters."""

    problems: tuple[str, ...] = ()
    steps: int = 0
    given: Given | None = None
    """What the game began with instead of a deal: it is taken as it stands."""

    @property
    def ok(self) -> bool:
        return not self.problems


def finished_game(table: AnyTable, game: int | None = None) -> FinishedGame:
    """The game of that number, or the latest that is over; Refused if there is none."""
    for finished in reversed(table.finished):
        if game in (None, finished.game):
            return finished
    if game is not None and table.finished and game < table.finished[0].game:
        raise Refused("too_old", f"only the latest {GAMES_KEPT} games of a table can be taken along")
    raise Refused("not_over", "a game can be taken along when it is over")


def require_may_export(table: AnyTable, finished: FinishedGame, guest: Guest | None, now: int) -> None:
    """A file tells every card: it is for those who sat there, and for whom the rule of that game let watch.

    What the host chose since changes nothing, but that a longer delay is a longer delay.
    """
    if guest is not None and guest in table.banned:
        raise Refused("removed", "the host has sent you away from this table")
    if guest is not None and guest in finished.sat:
        return
    if finished.watch == "nobody":
        raise Refused("no_watching", "this game was played without spectators")
    if finished.watch == "delayed":
        today = table.settings.delay_s if table.settings.watch == "delayed" else 0
        if now < finished.at + max(finished.delay_s, today) * 1000:
            raise Refused("late", "this game is shown late: those who watch have not seen its end yet")


class GameWriter:
    """Takes the entries of a finished game, from its first to its last; `file` is what they come to.

    One at a time, so that whoever has many can pause in between: nothing here folds the log.
    """

    def __init__(self, table: AnyTable, finished: FinishedGame, *, names: bool) -> None:
        self._table = table
        self._finished = finished
        self._names = names
        self._dealt_at = 0
        self._started: Started[Any] | None = None
        self._given: Given | None = None
        self._steps: list[bytes] = []

    def take(self, entry: Entry) -> None:
        for event in entry.events:
            match event:
                case PositionGiven(given):
                    self._given = given
                case Started():
                    self._started, self._dealt_at = event, entry.at
                case Played(seat, by, action, events):
                    after = entry.at - self._dealt_at
                    self._write(Step(entry.sequence, after, seat, by, action, tuple(events)))
                case Undone(to):
                    self._write(TakenBack(entry.sequence, to))
                case _:
                    pass

    def _write(self, step: Step[Any, Any] | TakenBack) -> None:
        self._steps.append(msgspec.json.encode(step))

    def file(self) -> bytes:
        begun, finished = self._started, self._finished
        assert begun is not None, "the first entry is the deal"
        secret = secret_of(self._table.root, finished.game)
        head = _Opening(
            format=FORMAT,
            game=self._table.settings.game,
            options=finished.options,
            players=tuple(self._player(seat) for seat in range(len(finished.names))),
            commitment=commitment_to(secret),
            secret=secret.hex(),
            nonces=begun.nonces,
            seed=begun.seed.hex(),
            given=self._given,
            dealt_at=finished.first,
            state=begun.state,
        )
        return _written(head, self._steps, finished.outcome)

    def _player(self, seat: int) -> str:
        if level := self._finished.bots[seat]:
            return f"bot: {level}"
        return self._finished.names[seat] if self._names else f"player {seat + 1}"


class _Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A GameFile as far as its steps."""

    format: str
    game: str
    options: dict[str, str | int | None]
    players: tuple[str, ...]
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    seed: str
    given: Given | None
    dealt_at: int
    state: Any


def write_game(file: GameFile[Any, Any, Any]) -> bytes:
    """What `read_game` reads, in the same lines as a table's own export."""
    fields = {name: getattr(file, name) for name in _Opening.__struct_fields__}
    return _written(_Opening(**fields), [msgspec.json.encode(step) for step in file.steps], file.outcome)


def _written(head: _Opening, steps: list[bytes], outcome: Outcome) -> bytes:
    """A line for each step."""
    return b"".join(
        (
            msgspec.json.encode(head)[:-1],
            b',"steps":[\n',
            b",\n".join(steps),
            b'\n],"outcome":',
            msgspec.json.encode(outcome),
            b"}\n",
        )
    )


def export_game(log: list[Entry], *, names: bool, game: int | None = None) -> bytes:
    """Out of a table's whole log, for who has it at hand."""
    table = fold(log)
    finished = finished_game(table, game)
    writer = GameWriter(table, finished, names=names)
    for entry in log[finished.first - 1 : finished.last]:
        writer.take(entry)
    return writer.file()


def read_game(data: bytes) -> GameFile[Any, Any, Any]:
    """The file, whoever made it; raises Malformed."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise Malformed("format", f"this is no {FORMAT} file")
        file: GameFile[Any, Any, Any] = _decoder(game_named(head.game).name).decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed("file", str(error)) from None
    return file


class _Head(msgspec.Struct):
    format: str
    game: str


_FILE: Any = GameFile


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    game = game_named(name)
    return msgspec.json.Decoder(_FILE[game.state_type, game.action_type, game.event_type])


def verify(data: bytes) -> Verdict:
    """Deals again and plays again; raises Malformed for what is no game file at all."""
    file = read_game(data)
    problems = tuple(_chance_problems(file))
    if problems:
        return Verdict(problems)
    try:
        return Verdict(tuple(_play_problems(file)), len(file.steps), file.given)
    except FilonError as error:
        return Verdict((f"the law does not allow it: {error}",), len(file.steps), file.given)


def _chance_problems(file: GameFile[Any, Any, Any]) -> Iterator[str]:
    try:
        secret = bytes.fromhex(file.secret)
        nonces = [bytes.fromhex(nonce) for nonce in file.nonces]
    except ValueError:
        yield "the secret and the nonces are not written in hexadecimal digits"
        return
    if commitment_to(secret) != file.commitment:
        yield "the secret is not the one whose hash was shown before the deal"
    if any(len(nonce) != len(NO_NONCE) // 2 for nonce in nonces) or len(nonces) != len(file.players):
        yield "there is not one nonce of 16 bytes for each seat"
    elif seed_from(secret, file.nonces).hex() != file.seed:
        yield "the seed does not follow from the secret and the nonces"
    if file.given is not None and not _is_hexadecimal(file.given.seed):
        yield "the seed of the rounds to come is not written in hexadecimal digits"


def _is_hexadecimal(text: str) -> bool:
    try:
        bytes.fromhex(text)
    except ValueError:
        return False
    return True


def _play_problems(file: GameFile[Any, Any, Any]) -> Iterator[str]:
    game = game_named(file.game)
    seed = bytes.fromhex(file.seed)
    options = read_options(game, file.options)
    state, rounds = file.state, file.given
    if rounds is None and state != game.deal(len(file.players), options, SealedRandom(seed, file.dealt_at)):
        yield "the deal is not the one that the seed gives"
        return
    before: dict[int, Any] = {}
    part, random = file.dealt_at, SealedRandom(seed, file.dealt_at)
    for number, step in enumerate(file.steps, start=1):
        if step.sequence < part or (step.sequence == file.dealt_at):
            yield f"step {number} is out of order"
            return
        if step.sequence != part:
            part, random = step.sequence, SealedRandom(seed, step.sequence)
        before.setdefault(step.sequence, state)
        match step:
            case TakenBack(_, to):
                if to not in before:
                    yield f"step {number} goes back to a position that never was"
                    return
                state = before[to]
            case _:
                actor = TABLE if step.seat is None else Seat(step.seat)
                chance: Random = random
                if rounds is not None and actor is TABLE and step.action == CONTINUE and rounds.parts:
                    chance = SealedRandom(bytes.fromhex(rounds.seed), rounds.parts[0])
                    rounds = replace(rounds, parts=rounds.parts[1:])
                state, events = _played(game, state, actor, step, chance)
                if events != step.events:
                    yield f"step {number}: {_difference(game, events, step.events)}"
                    return
    if game.outcome(state) != file.outcome:
        yield "the outcome is not the one the game came to"


def _played(
    game: AnyGame, state: Any, actor: Actor, step: Step[Any, Any], random: Random
) -> tuple[Any, tuple[Any, ...]]:
    """The position after a step, and its events. In files of before there were intermissions the end of a
    round and what comes next are one step.
    """
    state, events = play_one(game, state, actor, step.action, random)
    if len(step.events) > len(events) and in_intermission(game, state):
        state, more = play_one(game, state, TABLE, CONTINUE, random)
        events = (*events, *more)
    return state, tuple(events)


def _difference(game: AnyGame, right: tuple[Any, ...], claimed: tuple[Any, ...]) -> str:
    for one, other in zip(right, claimed, strict=False):
        if one != other:
            return f"the file says {game.tell(other)!r}, the law says {game.tell(one)!r}"
    return f"the file has {len(claimed)} events, the law has {len(right)}"


def require_right(data: bytes) -> None:
    """Malformed for a file that does not verify: there is no telling what it would show."""
    verdict = verify(data)
    if not verdict.ok:
        raise Malformed("file", verdict.problems[0])


def replay(data: bytes) -> Iterator[str]:
    """The game as lines of text: the deal as everybody saw it, each event, the end.

    Raises Malformed for a file that does not verify.
    """
    require_right(data)
    file = read_game(data)
    game = game_named(file.game)
    yield f"{game.title}: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(file.players))
    yield game.draw(game.view(file.state, None))
    state = file.state
    before: dict[int, Any] = {}
    for step in file.steps:
        before.setdefault(step.sequence, state)
        if isinstance(step, TakenBack):
            yield f"taken back to before {step.to}"
            state = before[step.to]
            continue
        for event in step.events:
            yield game.tell(event)
            state = game.evolve(state, event)
    yield game.draw(game.view(state, None))
    winners = ", ".join(file.players[seat] for seat in file.outcome.winners)
    yield f"won by {winners}: {file.outcome.reason}"
