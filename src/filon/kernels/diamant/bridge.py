"""Diamant's states, views and actions, from the law to the kernel and back."""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from filon.games.contract import AnyGame, Continue, Hidden, Outcome, Seat, require_seats
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import (
    Action,
    CaveOver,
    Choice,
    Choose,
    Expedition,
    ExpeditionView,
    Options,
    State,
    Takings,
    Turned,
    View,
)
from filon.games.diamant.model import Finished as FinishedPhase
from filon.games.diamant.pieces import ARTIFACT as THE_ARTIFACT
from filon.games.diamant.pieces import CAVES, DECK, SEATS, Card, Danger, Gems, Hazard
from filon.games.diamant.takings import watched_chests
from filon.kernels.contract import AnyBridge, past_intermission
from filon.kernels.diamant.kernel import (
    ARTIFACT,
    FINISHED,
    GO_ON,
    HAZARD,
    HAZARD_BITS,
    LEAVE,
    MOST_CARDS,
    MOST_SEATS,
    DiamantImaginer,
    DiamantKernel,
    series,
)
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

_HAZARDS: Final = tuple(Hazard)
_ACTIONS: Final = (Choose(Choice.GO_ON), Choose(Choice.LEAVE))


def _code(card: Card) -> int:
    match card:
        case Gems(stones):
            return stones
        case Danger(hazard):
            return HAZARD + _HAZARDS.index(hazard)
        case _:
            return ARTIFACT


_CODES: Final = {card: _code(card) for card in (*DECK, THE_ARTIFACT)}
_CARDS: Final[dict[int, Card]] = {code: card for card, code in _CODES.items()}


def _array(codes: Sequence[int]) -> "vec[u8]":
    return vec[u8](bytes(codes) + bytes(MOST_CARDS - len(codes)))


class DiamantBridge:
    game: AnyGame = DIAMANT
    tally_names: Sequence[str] = ("caves fled", "caves left")

    def deal(self, seats: int, options: Options, stream: Stream) -> DiamantKernel:
        require_seats(seats, SEATS, "DIA-1.0")
        kernel = deck(seats, options, stream)
        kernel.begin()
        return kernel

    def kernel(self, state: State, stream: Stream) -> DiamantKernel:
        state = past_intermission(DIAMANT, state, stream)
        kernel = _blank(len(state.chests), state.options, stream)
        _set_common(kernel, state)
        for seat, chest in enumerate(state.chests):
            kernel.put_in_chest(seat, chest)
        match state.phase:
            case Expedition() as cave:
                _set_cave(kernel, cave, cave.pile)
                for seat, choice in cave.choices.items():
                    _set_choice(kernel, seat, choice)
            case FinishedPhase(cards):
                kernel.cave = FINISHED
                _set_cards(kernel, cards, ())
            case CaveOver():
                raise ValueError("a kernel passes intermissions by itself")
        return kernel

    def state(self, kernel: DiamantKernel) -> State:
        left, total = kernel.left, kernel.total
        cards = [_CARDS[card] for card in list(kernel.cards)[:total]]
        chests = tuple(kernel.chest(seat) for seat in range(kernel.seats))
        phase: Expedition | FinishedPhase
        if kernel.cave == FINISHED:
            phase = FinishedPhase(tuple(cards))
        else:
            phase = Expedition(
                cave=kernel.cave,
                pile=tuple(cards[:left]),
                gallery=tuple(Turned(cards[at], kernel.lying[at]) for at in range(total - 1, left - 1, -1)),
                inside=_seats(kernel.inside),
                loot=kernel.loot,
                choices={
                    seat: Choice.LEAVE if kernel.leaving >> seat & 1 else Choice.GO_ON
                    for seat in _seats(kernel.chosen)
                },
            )
        return State(
            _options(kernel), chests, phase, _removed(kernel), kernel.artifacts_turned, _takings(kernel)
        )

    def code(self, kernel: DiamantKernel, action: Action) -> int:  # noqa: ARG002
        if isinstance(action, Continue):
            raise ValueError("a kernel passes intermissions by itself")
        return LEAVE if action.choice is Choice.LEAVE else GO_ON

    def action(self, kernel: DiamantKernel, code: int) -> Action:  # noqa: ARG002
        return _ACTIONS[code]

    def imaginer(self, view: View) -> DiamantImaginer:
        known = _blank(len(view.chests), view.options, Stream(0))
        _set_common(known, view)
        secret_choices = 0
        for seat, chest in enumerate(watched_chests(view)):
            known.put_in_chest(seat, chest)
        match view.phase:
            case ExpeditionView() as cave:
                _set_cave(known, cave, unseen(view, cave))
                for seat, choice in cave.choices.items():
                    if isinstance(choice, Hidden):
                        secret_choices |= 1 << seat
                        known.chosen |= 1 << seat
                    else:
                        _set_choice(known, seat, choice)
            case _:
                known.cave = FINISHED
                _set_cards(known, unseen(view, None), ())
        return DiamantImaginer(known, secret_choices)

    def outcome(self, kernel: DiamantKernel) -> Outcome | None:
        if kernel.cave != FINISHED:
            return None
        fled = kernel.caves_fled()
        return Outcome(
            winners=_seats(kernel.winners()),
            reason="the fullest chest after five caves",
            scores=tuple(kernel.chest(seat) for seat in range(kernel.seats)),
            tally=dict(zip(self.tally_names, (fled, CAVES - fled), strict=True)),
        )

    def series(self, seats: int, options: Options, seed: int, games: range) -> Totals:
        require_seats(seats, SEATS, "DIA-1.0")
        return series(deck(seats, options, Stream(0)), seed, games.start, games.stop)


def unseen(view: View, cave: ExpeditionView | None) -> tuple[Card, ...]:
    """The cards that are neither in the gallery nor out of the game, in the deck's order."""
    artifact = view.options.artifacts == "one_per_cave" and cave is not None and bool(cave.inside)
    cards = [*DECK, THE_ARTIFACT] if artifact else [*DECK]
    gone: list[Card] = [Danger(hazard) for hazard in view.removed]
    gone += [turned.card for turned in cave.gallery] if cave is not None else []
    for card in gone:
        cards.remove(card)
    return tuple(cards)


def _blank(seats: int, options: Options, stream: Stream) -> DiamantKernel:
    kernel = DiamantKernel(seats, stream)
    kernel.hidden_chests = options.chests == "hidden"
    kernel.per_card = options.leftovers == "per_card"
    kernel.artifacts = options.artifacts == "one_per_cave"
    kernel.takings = vec[u8](bytes(MOST_SEATS * CAVES))
    return kernel


def deck(seats: int, options: Options, stream: Stream) -> DiamantKernel:
    kernel = _blank(seats, options, stream)
    _set_cards(kernel, DECK, ())
    return kernel


def _set_common(kernel: DiamantKernel, known: State | View) -> None:
    for hazard in known.removed:
        kernel.removed = kernel.removed << HAZARD_BITS | _HAZARDS.index(hazard)
    kernel.artifacts_turned = known.artifacts_turned
    for cave, row in enumerate(known.takings):
        for seat, stones in enumerate(row):
            kernel.takings[MOST_SEATS * cave + seat] = stones


def _set_cave(kernel: DiamantKernel, cave: Expedition | ExpeditionView, pile: tuple[Card, ...]) -> None:
    kernel.cave = cave.cave
    _set_cards(kernel, pile, cave.gallery)
    kernel.inside = sum(1 << seat for seat in cave.inside)
    kernel.loot = cave.loot
    for turned in cave.gallery:
        if isinstance(turned.card, Danger):
            kernel.met |= 1 << _HAZARDS.index(turned.card.hazard)


def _set_cards(kernel: DiamantKernel, pile: tuple[Card, ...], gallery: tuple[Turned, ...]) -> None:
    kernel.left = len(pile)
    kernel.total = len(pile) + len(gallery)
    turned = tuple(reversed(gallery))
    kernel.cards = _array([_CODES[card] for card in (*pile, *(one.card for one in turned))])
    kernel.lying = _array([0] * len(pile) + [one.left for one in turned])


def _set_choice(kernel: DiamantKernel, seat: Seat, choice: Choice) -> None:
    kernel.chosen |= 1 << seat
    if choice is Choice.LEAVE:
        kernel.leaving |= 1 << seat


def _seats(bits: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(bits.bit_length()) if bits >> seat & 1)


def _options(kernel: DiamantKernel) -> Options:
    return Options(
        chests="hidden" if kernel.hidden_chests else "open",
        leftovers="per_card" if kernel.per_card else "together",
        artifacts="one_per_cave" if kernel.artifacts else "none",
    )


def _removed(kernel: DiamantKernel) -> tuple[Hazard, ...]:
    digits = [kernel.removed >> HAZARD_BITS * place & 7 for place in range(kernel.caves_fled())]
    return tuple(_HAZARDS[digit] for digit in reversed(digits))


def _takings(kernel: DiamantKernel) -> Takings:
    """The law keeps no caves after the last that brought anybody anything."""
    stones = list(kernel.takings)
    rows = [tuple(stones[at : at + kernel.seats]) for at in range(0, len(stones), MOST_SEATS)]
    while rows and not any(rows[-1]):
        rows.pop()
    return tuple(rows)


DIAMANT_BRIDGE: Final = DiamantBridge()
BRIDGE: Final[AnyBridge] = DIAMANT_BRIDGE
