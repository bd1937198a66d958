"""What Diamant alone has to tell: the odds before every card, the luck of the cards apart from the crowd's.

A cave's next card is one thing, who walks out with whom another. For each card turned, the crowd's part of
what a seat gained is what the others' choices changed, all cards being counted as they are likely; the
cards' part is what the card that came brought beside the mean of all.
"""

from collections.abc import Sequence

import msgspec

from filon.bots.diamant.cave import look
from filon.bots.diamant.normal import advise
from filon.coach.contract import Moment
from filon.coach.diamant.value import chosen, value
from filon.coach.diamant.weighing import lone_gems
from filon.coach.luck import Span, spans
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import (
    CardTurned,
    CaveFled,
    Choice,
    ChoicesShown,
    Choose,
    Event,
    Expedition,
    ExpeditionView,
    State,
)
from filon.games.diamant.pieces import Card
from filon.kernels.stream import Stream


class Reveal(msgspec.Struct, frozen=True):
    """All inside have chosen: what between, in gems, and what came of it."""

    step: int
    """Of the last choice, after which a card was turned."""
    cave: int
    deadly: int
    cards: int
    risk: float
    """Exactly: of the cards of the pile, those that end the expedition."""
    loot: int
    floor: int
    going: float
    leaving: float
    """Gems that each choice may be expected to carry home, against the others inside; alone, exactly."""
    alone: bool
    left: tuple[int, ...]
    """The seats that left."""
    stayed: tuple[int, ...]
    came: Card | None
    """None: nobody went on."""
    fatal: bool
    cards_luck: tuple[float, ...]
    """By seat, as shares of the win."""
    crowd_luck: tuple[float, ...]


class DiamantInsight(msgspec.Struct, frozen=True):
    reveals: tuple[Reveal, ...]
    cards_luck: tuple[float, ...]
    """By seat, over the whole game."""
    crowd_luck: tuple[float, ...]


def insight(moments: Sequence[Moment]) -> DiamantInsight:
    events = {moment.step: moment.events for moment in moments}
    reveals = tuple(
        _reveal(span, events[span.step])
        for span in spans(DIAMANT, moments)
        if any(isinstance(event, ChoicesShown) for event in events[span.step])
    )
    seats = range(len(moments[0].before.chests))
    return DiamantInsight(
        reveals,
        tuple(sum(one.cards_luck[seat] for one in reveals) for seat in seats),
        tuple(sum(one.crowd_luck[seat] for one in reveals) for seat in seats),
    )


def _came(events: Sequence[Event]) -> Card | None:
    return next((event.card for event in events if isinstance(event, CardTurned)), None)


def _reveal(span: Span, events: Sequence[Event]) -> Reveal:
    before: State = span.before
    choices = next(event.choices for event in events if isinstance(event, ChoicesShown))
    cave = before.phase
    assert isinstance(cave, Expedition)
    view = DIAMANT.view(chosen(before, {}), cave.inside[0])
    phase = view.phase
    assert isinstance(phase, ExpeditionView)
    seen = look(view, phase)
    gems = lone_gems(view, phase, seen)
    said = advise(view, tuple(Choose(choice) for choice in Choice), Stream(0)).why.values
    # With every choice known, the value counts all cards as they are likely.
    known = value(chosen(before, choices))
    then = value(span.after)
    crowd = [
        known[seat] - value(chosen(before, {who: one for who, one in choices.items() if who == seat}))[seat]
        for seat in range(len(before.chests))
    ]
    return Reveal(
        step=span.step,
        cave=cave.cave,
        deadly=seen.deadly,
        cards=seen.cards,
        risk=seen.risk,
        loot=cave.loot,
        floor=seen.share(1),
        going=gems.going if gems else float(said["going"]),
        leaving=float(gems.leaving if gems else said["leaving"]),
        alone=len(cave.inside) == 1,
        left=tuple(seat for seat, choice in choices.items() if choice is Choice.LEAVE),
        stayed=tuple(seat for seat, choice in choices.items() if choice is Choice.GO_ON),
        came=_came(events),
        fatal=any(isinstance(event, CaveFled) for event in events),
        cards_luck=tuple(now - mean for now, mean in zip(then, known, strict=True)),
        crowd_luck=tuple(crowd),
    )
