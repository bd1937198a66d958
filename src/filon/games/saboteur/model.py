"""Options, State, Action, Event and View of Saboteur."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

import msgspec

from filon.games.contract import Continue, Continued, Hidden, Seat
from filon.games.saboteur.maze import Cell, Place, Shape
from filon.games.saboteur.pieces import Card, Face, Role, Tool


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    placement: Annotated[
        Literal["connected", "adjacent"],
        msgspec.Meta(
            description="A path card continues a passage from the start, or only lies beside another card",
            extra={"rule": "SAB-4.3"},
        ),
    ] = "connected"
    starter: Annotated[
        Literal["first", "random"],
        msgspec.Meta(description="Who begins the first round", extra={"rule": "SAB-2.4"}),
    ] = "first"


class Winner(Enum):
    """Who won a round. Nobody: no treasure, and no saboteur among the players (SAB-7.4)."""

    DIGGERS = "diggers"
    SABOTEURS = "saboteurs"
    NOBODY = "nobody"


class Goal(msgspec.Struct, frozen=True, gc=False):
    card: Card
    turned: bool
    face_up: bool = False
    seen_by: tuple[Seat, ...] = ()
    """Who looked at it with a map, in the order of the first looks: known to all, SAB-5.5."""


class Discarded(msgspec.Struct, frozen=True, gc=False):
    """A card of the discard pile and who put it there; a face-down one only that player knows."""

    card: Card | Hidden
    seat: Seat
    face_down: bool


class Round(msgspec.Struct, frozen=True, gc=False):
    """Everything on the table but the gold. `maze` holds the face-up cards, revealed goals included."""

    number: int
    starter: Seat
    roles: tuple[Role, ...]
    set_aside: Role
    goals: tuple[Goal, ...]
    maze: dict[Cell, Shape]
    broken: tuple[tuple[Tool, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    """The next card to draw is the last."""
    discards: tuple[Discarded, ...] = ()


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A digger's choice: the nuggets on the card taken, and all the cards it was chosen from."""

    seat: Seat
    offered: tuple[int | Hidden, ...]
    nuggets: int | Hidden


class Payment(msgspec.Struct, frozen=True, gc=False):
    """A saboteur's gold cards, and the nuggets that the deck could not make, SAB-7.5."""

    seat: Seat
    cards: tuple[int | Hidden, ...]
    owed: int


class Shared(msgspec.Struct, frozen=True, gc=False, tag=True):
    """How the diggers shared the gold of a round."""

    round: int
    taken: tuple[Taken, ...]


class Paid(msgspec.Struct, frozen=True, gc=False, tag=True):
    """How the saboteurs were paid for a round."""

    round: int
    payments: tuple[Payment, ...]


GoldRecord: TypeAlias = Shared | Paid


class RoundResult(msgspec.Struct, frozen=True, gc=False):
    round: int
    winner: Winner
    last: Seat
    """Who played the last card."""
    roles: tuple[Role, ...]
    set_aside: Role
    goals: tuple[Face, ...]


class Digging(msgspec.Struct, frozen=True, gc=False, tag=True):
    turn: Seat


class SharingGold(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The round is over. `cards` are in the chooser's hand, in ascending order.

    Nobody chooses before they are drawn and between two choosers: no action ends there.
    """

    chooser: Seat | None
    cards: tuple[int, ...]


class RoundOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All roles lie open and the gold is paid; nothing of the next round exists, SAB-8.4."""

    ready: tuple[Seat, ...] = ()


class Finished(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The third round is over and the gold is counted."""


Phase: TypeAlias = Digging | SharingGold | RoundOver | Finished


class State(msgspec.Struct, frozen=True, gc=False):
    options: Options
    round: Round
    phase: Phase
    gold_deck: tuple[int, ...]
    """Nuggets on the cards; the next card to draw is the last."""
    ledger: tuple[GoldRecord, ...] = ()
    results: tuple[RoundResult, ...] = ()


class PlacePath(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card
    at: Place
    turned: bool


class BreakTool(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    tool: Tool
    target: Seat


class RepairTool(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card
    target: Seat
    tool: Tool


class DropRocks(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    at: Place


class ReadMap(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    at: Place


class Discard(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    card: Card


class Pass(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """What is left to a player without cards, SAB-3.3."""


class TakeGold(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    nuggets: int


Play: TypeAlias = PlacePath | BreakTool | RepairTool | DropRocks | ReadMap | Discard | Pass
"""What a turn can be."""
Action: TypeAlias = Play | TakeGold | Continue


class PathPlaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    card: Card
    at: Place
    turned: bool


class GoalRevealed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Face up for all; `turned` as it lies from now on."""

    at: Place
    card: Card
    turned: bool


class ToolBroken(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    target: Seat
    tool: Tool


class ToolRepaired(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    card: Card
    target: Seat
    tool: Tool


class RocksFell(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`card` left the maze for the discard pile."""

    seat: Seat
    at: Place
    card: Card


class GoalSeen(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Everybody knows who looked where, the looker alone what lies there, SAB-5.5."""

    seat: Seat
    at: Place
    face: Face | Hidden


class CardDiscarded(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    card: Card | Hidden


class Passed(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class CardDrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    card: Card | Hidden


class TurnBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class RoundEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roles are shown, and what lay at the three goals. `last` played the last card."""

    number: int
    winner: Winner
    last: Seat
    roles: tuple[Role, ...]
    set_aside: Role
    goals: tuple[Face, ...]


class GoldDrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The first chooser has the gold cards of the round in hand."""

    seat: Seat
    cards: tuple[int | Hidden, ...]


class GoldTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    nuggets: int | Hidden


class GoldPassed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the one has not taken the other has in hand now; both know the cards, SAB-7.3."""

    seat: Seat
    to: Seat
    cards: tuple[int | Hidden, ...]


class GoldPaid(msgspec.Struct, frozen=True, gc=False, tag=True):
    payments: tuple[Payment, ...]


class GoldShuffled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The rest of the gold after a payment, SAB-7.5; its order is nobody's to know."""

    deck: tuple[int, ...] | Hidden


class RoundDealt(msgspec.Struct, frozen=True, gc=False, tag=True):
    number: int
    starter: Seat
    roles: tuple[Role | Hidden, ...]
    set_aside: Role | Hidden
    goals: tuple[Face, ...] | Hidden
    hands: tuple[tuple[Card, ...] | Hidden, ...]
    pile: tuple[Card, ...] | Hidden


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All gold lies open, with the rounds it came from."""

    ledger: tuple[GoldRecord, ...]
    scores: tuple[int, ...]


Event: TypeAlias = (
    PathPlaced
    | GoalRevealed
    | ToolBroken
    | ToolRepaired
    | RocksFell
    | GoalSeen
    | CardDiscarded
    | Passed
    | CardDrawn
    | TurnBegan
    | RoundEnded
    | GoldDrawn
    | GoldTaken
    | GoldPassed
    | GoldPaid
    | GoldShuffled
    | Continued
    | RoundDealt
    | GameEnded
)


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A face-up card of the maze."""

    at: Place
    card: Card
    turned: bool


class GoalView(msgspec.Struct, frozen=True, gc=False):
    at: Place
    face: Face | Hidden
    face_up: bool
    seen_by: tuple[Seat, ...]


class RoundView(msgspec.Struct, frozen=True, gc=False):
    """`hand` is the viewer's own; `maze` lists the face-up cards, revealed goals included."""

    number: int
    starter: Seat
    roles: tuple[Role | Hidden, ...]
    set_aside: Role | Hidden
    goals: tuple[GoalView, ...]
    maze: tuple[Tile, ...]
    broken: tuple[tuple[Tool, ...], ...]
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    pile: int
    discards: tuple[Discarded, ...]


class GoldView(msgspec.Struct, frozen=True, gc=False):
    """A player's gold: how many cards is public, what is on them is the owner's secret, SAB-7.6."""

    cards: tuple[int | Hidden, ...]
    owed: int


class DiggingView(msgspec.Struct, frozen=True, gc=False, tag="Digging"):
    turn: Seat


class SharingGoldView(msgspec.Struct, frozen=True, gc=False, tag="SharingGold"):
    chooser: Seat | None
    cards: tuple[int | Hidden, ...]


class RoundOverView(msgspec.Struct, frozen=True, gc=False, tag="RoundOver"):
    ready: tuple[Seat, ...]


class FinishedView(msgspec.Struct, frozen=True, gc=False, tag="Finished"):
    scores: tuple[int, ...]


PhaseView: TypeAlias = DiggingView | SharingGoldView | RoundOverView | FinishedView


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat, or a spectator, may know."""

    seat: Seat | None
    options: Options
    round: RoundView
    phase: PhaseView
    gold: tuple[GoldView, ...]
    gold_deck: int
    ledger: tuple[GoldRecord, ...]
    results: tuple[RoundResult, ...]
