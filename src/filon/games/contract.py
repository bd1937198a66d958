"""What every game is: who acts, what may go wrong, and the protocol that one test suite runs on all of them.

A game is pure law. State, action and a random stream come in, events come out; nothing here knows
of clocks, files, networks or other games.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NewType, Protocol, TypeAlias, TypeVar

import msgspec

Seat = NewType("Seat", int)
"""A place at a table, counted clockwise from 0."""


class Table(Enum):
    """The table itself as an actor: time and absence enter the law only as its actions."""

    TABLE = "table"


TABLE: Final = Table.TABLE
Actor: TypeAlias = Seat | Table


class Countdown(msgspec.Struct, frozen=True, gc=False):
    """The table's own count-down, however long it is, has run since the action became legal."""


class Elapsed(msgspec.Struct, frozen=True, gc=False):
    """So many seconds have passed since the action became legal."""

    seconds: int


class Absence(msgspec.Struct, frozen=True, gc=False):
    """This seat's player has been gone for as long as the table waits for anybody."""

    seat: Seat


class Intermission(msgspec.Struct, frozen=True, gc=False):
    """All who are there have said that they are ready, or the table has waited for as long as it does."""

    ready: tuple[Seat, ...]


Cause: TypeAlias = Countdown | Elapsed | Absence | Intermission
"""What makes the table itself act. The game says what; the table knows the time and who is there."""


class Continue(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """In an intermission: by a seat, that it is ready; by the table, that the game goes on."""


CONTINUE: Final = Continue()


class Continued(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The seat has seen what there was to see."""

    seat: Seat


class Hidden(msgspec.Struct, frozen=True, gc=False, tag="hidden"):
    """What a viewer may not know. Always the same bytes, whatever it hides."""


HIDDEN: Final = Hidden()

T = TypeVar("T")


def whole(value: T | Hidden) -> T:
    """The value, which only a redacted event hides; folding one of those is a mistake of ours."""
    if isinstance(value, Hidden):
        raise TypeError("only a whole event can be folded, not a redacted one")
    return value


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """Who won apart from why. Several winners share the win.

    `tally` counts what is worth adding up over many games (rounds won by a role, say).
    """

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...]
    tally: dict[str, int] = {}


class FilonError(Exception):
    """The root of all errors that Filon raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """Whole into another process, though the words it prints are made of what it was given."""
        return _as_it_was, (type(self), self.args), self.__dict__


def _as_it_was(kind: type[FilonError], words: tuple[object, ...]) -> FilonError:
    return kind.__new__(kind, *words)


class Malformed(FilonError):  # noqa: N818 - it reads as what it says of the input
    """What was sent is no action, option or position at all: `field` says where it stops making sense."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class IllegalAction(FilonError):  # noqa: N818
    """A well-formed action that the rule `rule` forbids here and now. Nothing has changed."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


class Random(Protocol):
    """The one thing a game asks of chance."""

    def below(self, limit: int, /) -> int:
        """A number from 0 to `limit` - 1, each as likely as any other; `limit` is at least 1."""
        ...


OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""An event, action or state as it was written once, in plain dicts and lists, into what it is now."""
Changes: TypeAlias = Mapping[int, Mapping[str, Upcast | None]]
"""By version and by the struct's name: what became new or different in it (tables/versions.py)."""

NO_CHANGES: Final[Changes] = {}


class Game(Protocol[OptionsT, StateT, ActionT, EventT, ViewT]):
    """The contract of a game. Implementations are stateless; one instance serves everybody."""

    name: str
    """What commands and logs call the game: lower case, no spaces."""
    title: str
    prefix: str
    """What its rule numbers begin with: `SAB` in `SAB-4.2`."""
    seats: range
    """The numbers of players it can be played by."""
    options_type: type[OptionsT]
    state_type: type[StateT]
    action_type: Any
    """The union of actions; a type form, which `type[...]` cannot name."""
    event_type: Any
    view_type: type[ViewT]
    simulation: OptionsT
    """Options under which every game ends by itself, whoever plays."""
    reveals: Mapping[str, frozenset[str]]
    """By event type: the fields of a *redacted* event that may tell its receiver something new.

    The twin test holds every other byte of every event to what the receiver already knew.
    """

    followed: frozenset[type]
    """The events that `follow` knows; one that is told to a client which follows need bring no new view."""

    changes: Changes
    """Of events, actions and the state. Without an Upcast: new, or one of before still reads as it did."""

    def deal(self, seats: int, options: OptionsT, random: Random) -> StateT: ...

    def to_act(self, state: StateT) -> frozenset[Seat]:
        """The seats the game waits for; several at once is the normal case."""
        ...

    def legal_actions(self, state: StateT, actor: Actor) -> Sequence[ActionT]:
        """All that `decide` accepts from this actor, once each, in an order that carries no secret.

        Seats in `to_act` always have one. Others may have some too (a choice that can still be changed).
        """
        ...

    def table_actions(self, state: StateT) -> Mapping[ActionT, Cause]:
        """The legal actions of TABLE and what brings each about; at most one for the absence of a seat."""
        ...

    def decide(self, state: StateT, actor: Actor, action: ActionT, random: Random) -> Sequence[EventT]:
        """What happens; raises IllegalAction or Malformed and changes nothing otherwise."""
        ...

    def evolve(self, state: StateT, event: EventT) -> StateT: ...

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """What one seat may know; None is a spectator."""
        ...

    def views(self, state: StateT, seats: Iterable[Seat | None]) -> Sequence[ViewT]:
        """`view` for each of these seats, at the price of not much more than one."""
        ...

    def reveal(self, state: StateT, seat: Seat | None) -> ViewT:
        """As `view`, with nothing hidden: for a game that is over. The seat's own hand lies at hand."""
        ...

    def redact(self, event: EventT, seat: Seat | None) -> EventT: ...

    def follow(self, view: ViewT, event: EventT) -> ViewT:
        """The view after an event of those that are `followed`, from the redacted event alone."""
        ...

    def imagine(self, view: ViewT, random: Random) -> StateT:
        """A state that the viewer cannot tell from the true one, drawn evenly from what is possible."""
        ...

    def outcome(self, state: StateT) -> Outcome | None: ...

    def pieces(self, state: StateT) -> Counter[str]:
        """Every card, tile and board in the state: the same from the deal to the end."""
        ...

    def write(self, action: ActionT) -> str:
        """The action in the game's notation."""
        ...

    def read(self, text: str) -> ActionT:
        """The inverse of `write`, forgiving about case and spaces; raises Malformed."""
        ...

    def tell(self, event: EventT) -> str:
        """The event in one line of plain English, every field included."""
        ...

    def draw(self, view: ViewT) -> str:
        """The position as text, as far as the viewer may know it."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def play(game: AnyGame, state: Any, actor: Actor, action: Any, random: Random) -> tuple[Any, Sequence[Any]]:
    """Decide and fold: the state after the action, and the events that led there.

    On through an intermission: who simulates has nobody to wait for.
    """
    state, events = play_one(game, state, actor, action, random)
    if in_intermission(game, state):
        state, more = play_one(game, state, TABLE, CONTINUE, random)
        events = (*events, *more)
    return state, events


def play_one(
    game: AnyGame, state: Any, actor: Actor, action: Any, random: Random
) -> tuple[Any, Sequence[Any]]:
    """As `play`, one decision at a time: an intermission is a position like any other."""
    events = game.decide(state, actor, action, random)
    for event in events:
        state = game.evolve(state, event)
    return state, events


def in_intermission(game: AnyGame, state: Any) -> bool:
    return CONTINUE in game.table_actions(state)


def no_table_actions(state: object) -> Mapping[Any, Cause]:  # noqa: ARG001 - whatever the state
    """`table_actions` of a game in which neither time nor absence is anybody's move."""
    return {}


NOTHING_FOLLOWED: Final[frozenset[type]] = frozenset()


def cannot_follow(view: Any, event: Any) -> Any:
    """`follow` of a game whose views are always sent as what changed in them."""
    raise TypeError(f"a view of {type(view).__name__} cannot follow {type(event).__name__}")


def require_seats(seats: int, allowed: range, rule: str) -> None:
    if seats not in allowed:
        raise Malformed("seats", f"{seats} players; {rule} allows {allowed[0]} to {allowed[-1]}")
