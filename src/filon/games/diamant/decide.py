"""From an action to what happens, in the order of the rules."""

from collections.abc import Sequence
from functools import reduce

from filon.games import intermission
from filon.games.chance import shuffled
from filon.games.contract import Actor, Continue, Random, Seat
from filon.games.diamant.evolve import evolve, gathered
from filon.games.diamant.legal import require_legal
from filon.games.diamant.model import (
    Action,
    CardTurned,
    CaveEntered,
    CaveFled,
    CaveLeft,
    CaveOver,
    Choice,
    ChoicesShown,
    Chose,
    Event,
    Expedition,
    GameEnded,
    Returned,
    State,
    Turned,
)
from filon.games.diamant.pieces import (
    ARTIFACT,
    ARTIFACT_WORTH,
    CAVES,
    Danger,
    Gems,
)


def decide(state: State, actor: Actor, action: Action, random: Random) -> Sequence[Event]:
    """DIA-2.4: a choice is kept secret until the last one is in; then the cave goes on."""
    if isinstance(action, Continue):
        return _continue(state, actor, random)
    seat, expedition = require_legal(state, actor, action)
    chose = Chose(seat, action.choice)
    choices = {**expedition.choices, seat: action.choice}
    if len(choices) < len(expedition.inside):
        return (chose,)
    events: list[Event] = [chose, ChoicesShown(dict(sorted(choices.items())))]
    leavers = tuple([seat for seat in expedition.inside if choices[seat] is Choice.LEAVE])
    if leavers:
        events.append(_leave(state, expedition, leavers))
    state = reduce(evolve, events, state)
    if len(leavers) == len(expedition.inside):  # DIA-3.1
        events.append(CaveLeft(expedition.cave))
        return events
    turned = turn_up(state)
    events.append(turned)
    match turned.card:
        case Danger(hazard) if any(before.card == turned.card for before in expedition.gallery):  # DIA-2.3
            events.append(CaveFled(expedition.cave, hazard))
        case _:
            pass
    return events


def turn_up(state: State) -> CardTurned:
    """The next card of the pile and what it brings to those inside, DIA-2.1 to 2.3, DIA-4.3."""
    assert isinstance(state.phase, Expedition)
    card = state.phase.pile[-1]
    match card:
        case Gems(stones):
            share, left = divmod(stones, len(state.phase.inside))
            return CardTurned(card, share, left)
        case Danger():
            return CardTurned(card, 0, 0)
        case _:
            return CardTurned(card, 0, ARTIFACT_WORTH[state.artifacts_turned])


def _leave(state: State, expedition: Expedition, leavers: tuple[Seat, ...]) -> Returned:
    """Loot into the chests, and an equal share of what lies in the cave, DIA-2.5, DIA-4.2, DIA-4.3."""
    gallery = expedition.gallery
    if state.options.leftovers == "per_card":
        shares = [_share(turned, len(leavers)) for turned in gallery]
        left = tuple(
            turned.left - share * len(leavers) for turned, share in zip(gallery, shares, strict=True)
        )
        return Returned(leavers, expedition.loot + sum(shares), left)
    artifacts = sum(turned.left for turned in gallery if turned.card == ARTIFACT)
    stones = sum(turned.left for turned in gallery) - artifacts
    share, remainder = divmod(stones, len(leavers))
    lone = len(leavers) == 1
    return Returned(
        leavers,
        expedition.loot + share + (artifacts if lone else 0),
        _settle(gallery, remainder, keep_artifacts=not lone),
    )


def _share(turned: Turned, leavers: int) -> int:
    if turned.card == ARTIFACT:
        return turned.left if leavers == 1 else 0
    return turned.left // leavers


def _settle(gallery: tuple[Turned, ...], remainder: int, *, keep_artifacts: bool) -> tuple[int, ...]:
    """What cannot be divided stays on the latest cards first, DIA-2.5."""
    left: list[int] = []
    for turned in reversed(gallery):
        if turned.card == ARTIFACT:
            left.append(turned.left if keep_artifacts else 0)
        else:
            left.append(min(turned.left, remainder))
            remainder -= left[-1]
    return tuple(reversed(left))


def _continue(state: State, actor: Actor, random: Random) -> Sequence[Event]:
    """DIA-3.4."""
    ready = state.phase.ready if isinstance(state.phase, CaveOver) else None
    said = intermission.continued(ready, len(state.chests), actor, "DIA-3.4")
    return _next_cave(state, random) if said is None else (said,)


def _next_cave(state: State, random: Random) -> Sequence[Event]:
    """After an expedition: the next cave with a new pile, or the count, DIA-3.2, DIA-3.3."""
    over = state.phase
    assert isinstance(over, CaveOver)
    if over.cave == CAVES:
        return (GameEnded(state.chests),)
    cards = gathered(over)
    if state.options.artifacts == "one_per_cave":
        cards = (*cards, ARTIFACT)
    entered = CaveEntered(over.cave + 1, shuffled(cards, random))
    return entered, turn_up(evolve(state, entered))
