"""Options, State, Action, Event and View of Le Labyrinthe Secret."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

import msgspec

from filon.games.contract import Hidden, Seat
from filon.games.labyrinth.castle import Rotation, Square
from filon.games.labyrinth.pieces import Kind, Ring, Secret, Stake, Thing


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    starter: Annotated[
        Literal["first", "random"],
        msgspec.Meta(description="Whether the first seat begins, or one by lot", extra={"rule": "LAB-2.1"}),
    ] = "first"
    corridors: Annotated[
        Literal["clockwise", "either"],
        msgspec.Meta(
            description="Whether corridors turn clockwise only, or either way", extra={"rule": "LAB-3.2"}
        ),
    ] = "clockwise"
    memory: Annotated[
        Literal["on", "off"],
        msgspec.Meta(
            description="Whether collected cards must be remembered, or lie open for everybody",
            extra={"rule": "LAB-3.6"},
        ),
    ] = "on"
    goal: Annotated[
        Literal[7, 6],
        msgspec.Meta(description="How many cards of one kind win the game", extra={"rule": "LAB-6.1"}),
    ] = 7
    turn_limit: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None,
        msgspec.Meta(
            description="After how many turns the largest set wins; none: play on until a set is full",
            extra={"rule": "LAB-6.2"},
        ),
    ] = None


class FirstChange(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Nothing has been turned yet in this turn, LAB-3.1."""


class SecondChange(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One change is made; `first` is what was turned."""

    first: Ring


class Moving(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Both changes are made; the pawn moves or stays, LAB-3.4."""


class Arrived(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The pawn has moved or stayed; those it `meets` may still be challenged, LAB-5.1."""

    meets: tuple[Seat, ...]


class AnimalTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`seat` turned up an animal and may go straight to it, LAB-4.1."""

    seat: Seat


class Fetched(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`seat` went straight to an animal and may challenge one of those it `meets` there, LAB-4.1, LAB-5.1."""

    seat: Seat
    meets: tuple[Seat, ...]


class ForCards(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A challenge's stake, LAB-5.2."""

    kind: Kind
    cards: int


class ForSecret(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Two pawns stand on the sought secret's square; those `waiting` fight the winner, LAB-5.6."""

    waiting: tuple[Seat, ...]


Prize: TypeAlias = ForCards | ForSecret


class Duel(msgspec.Struct, frozen=True, gc=False, tag=True):
    duellists: tuple[Seat, Seat]
    prize: Prize
    throws: dict[Seat, Thing]


class Placing(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The duel is won; the winner puts the loser's pawn on a free square, LAB-5.5."""

    winner: Seat
    loser: Seat
    prize: Prize


class Ending(Enum):
    FULL_SET = "full_set"
    TURN_LIMIT = "turn_limit"


class Finished(msgspec.Struct, frozen=True, gc=False, tag=True):
    winners: tuple[Seat, ...]
    ending: Ending


Phase: TypeAlias = (
    FirstChange | SecondChange | Moving | Arrived | AnimalTurned | Fetched | Duel | Placing | Finished
)


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything. The next card to turn up is the last of `pile`; hands are sorted.

    `sought` is None when the card was taken or went under the pile and none is turned up: for the rest of
    that turn, or, the pile being empty, of the game.
    """

    options: Options
    rotation: Rotation
    pawns: tuple[Square, ...]
    hands: tuple[tuple[Secret, ...], ...]
    pile: tuple[Secret, ...]
    sought: Secret | None
    on_turn: Seat
    phase: Phase
    turn: int = 1
    swapped: bool = False
    """Whether an animal was played in this turn, LAB-4.2."""
    discarded: tuple[Secret, ...] = ()
    challenged: bool = False
    """Whether the one challenge of this turn was made, by whomever, LAB-5.7."""
    turned_up: bool = False
    """Whether a card was turned up in this turn, which then has come to its end, LAB-3.6."""
    finder: Seat | None = None
    """Who last took the sought card or went straight to an animal in this turn, and so turns up the next
    one; None: the player on turn does, LAB-3.6, LAB-5.6.
    """

    @property
    def all_found(self) -> bool:
        """Whether nothing is sought nor will be: only duels are left, LAB-3.7."""
        return self.sought is None and not self.pile


class Turn(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A change of the paths: positions clockwise, -1 for a notch the other way, LAB-3.1, LAB-3.2."""

    ring: Ring
    steps: int


class Move(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    to: Square


class Stay(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Swap(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Discard an animal, give a card of this kind, draw two from the opponent, LAB-4.2."""

    opponent: Seat
    given: Kind


class Challenge(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    opponent: Seat
    kind: Kind
    stake: Stake


class End(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Nothing more this turn: no challenge, no swap."""


class Fetch(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Go straight to the animal just turned up, and take its card or duel for it, LAB-4.1."""


class Decline(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Leave the animal to be sought by everybody, LAB-4.1."""


class Throw(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    thing: Thing


class Place(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Where the loser's pawn goes, LAB-5.5."""

    to: Square


Action: TypeAlias = Turn | Move | Stay | Swap | Challenge | End | Fetch | Decline | Throw | Place


class RingTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`position` is where the ring stands now."""

    seat: Seat
    ring: Ring
    steps: int
    position: int


class PawnMoved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`meets`: whose pawns stand there already."""

    seat: Seat
    to: Square
    meets: tuple[Seat, ...]


class PawnStayed(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class SecretTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`complete`: who has a full set by it, LAB-6.1."""

    seat: Seat
    secret: Secret
    complete: Seat | None


class Swapped(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An animal left the game, `drawn` came from the opponent's hand and `given` went into it."""

    seat: Seat
    opponent: Seat
    animal: Secret
    given: Secret | Hidden
    drawn: tuple[Secret, ...] | Hidden
    count: int
    face_up: bool
    """Whether everybody may see the cards, LAB-3.6."""
    complete: Seat | None


class Challenged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`cards`: 1, or what the die showed, LAB-5.2."""

    seat: Seat
    opponent: Seat
    kind: Kind
    stake: Stake
    cards: int


class SecretContested(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Two who stand on the secret's square duel for it; `waiting` come after them, LAB-5.6."""

    duellists: tuple[Seat, Seat]
    waiting: tuple[Seat, ...]


class Threw(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    thing: Thing | Hidden


class ThrowsShown(msgspec.Struct, frozen=True, gc=False, tag=True):
    throws: dict[Seat, Thing]


class DuelWon(msgspec.Struct, frozen=True, gc=False, tag=True):
    winner: Seat
    loser: Seat


class CardsHandedOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the loser of a challenge gave, perhaps nothing, LAB-5.4."""

    loser: Seat
    winner: Seat
    kind: Kind
    cards: tuple[Secret, ...] | Hidden
    count: int
    face_up: bool
    complete: Seat | None


class PawnPlaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    winner: Seat
    loser: Seat
    to: Square


class SecretTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    secret: Secret


class AnimalOffered(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class AnimalFetched(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`meets`: whose pawns stand there already; nobody, if the fetcher stood there too."""

    seat: Seat
    to: Square
    meets: tuple[Seat, ...] = ()


class AnimalDeclined(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat


class SecretBuried(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Four pawns stood on its square: the card went under the pile, LAB-5.6."""

    secret: Secret


class TurnBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    turn: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    winners: tuple[Seat, ...]
    ending: Ending
    hands: tuple[tuple[Secret, ...], ...]


Event: TypeAlias = (
    RingTurned
    | PawnMoved
    | PawnStayed
    | SecretTaken
    | Swapped
    | Challenged
    | SecretContested
    | Threw
    | ThrowsShown
    | DuelWon
    | CardsHandedOver
    | PawnPlaced
    | SecretTurned
    | AnimalOffered
    | AnimalFetched
    | AnimalDeclined
    | SecretBuried
    | TurnBegan
    | GameEnded
)


class DuelView(msgspec.Struct, frozen=True, gc=False, tag="Duel"):
    duellists: tuple[Seat, Seat]
    prize: Prize
    throws: dict[Seat, Thing | Hidden]


PhaseView: TypeAlias = (
    FirstChange | SecondChange | Moving | Arrived | AnimalTurned | Fetched | DuelView | Placing | Finished
)


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat, or a spectator, may know. `counts` are the sizes of the hands and are always public.

    `square` is the sought secret's; where pawns may go is in the legal actions.
    """

    seat: Seat | None
    options: Options
    rotation: Rotation
    pawns: tuple[Square, ...]
    counts: tuple[int, ...]
    hands: tuple[tuple[Secret, ...] | Hidden, ...]
    pile: int
    sought: Secret | None
    square: Square | None
    on_turn: Seat
    phase: PhaseView
    turn: int
    swapped: bool
    discarded: tuple[Secret, ...]
    challenged: bool
    turned_up: bool
    finder: Seat | None
