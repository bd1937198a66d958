"""What Saboteur alone has to tell: who suspected whom, what gave saboteurs away, what the deal decided.

The suspicions are those of a careful reader in each seat: the hard level's belief (bots/saboteur/belief.py),
fed with what that seat knew. What people really thought nobody wrote down; what they did to each other says
some of it, and is told beside it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import log2
from typing import Final

import msgspec
from msgspec.structs import replace

from filon.bots.saboteur.belief import Belief, Evidence, conclude
from filon.coach.contract import Moment
from filon.coach.model import Depth
from filon.coach.saboteur.value import diggers_chance, value
from filon.games.contract import Random, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    Action,
    Digging,
    Round,
    RoundEnded,
    State,
    ToolBroken,
    ToolRepaired,
    View,
    Winner,
)
from filon.games.saboteur.pieces import Card, Role

_DEALS: Final[dict[Depth, int]] = {"quick": 40, "standard": 200}
_LEAST_RISE: Final = 0.01
_SUREST: Final = 0.01
"""Nobody is held to more than ninety-nine in a hundred."""


class Giveaway(msgspec.Struct, frozen=True):
    """What raised the others' suspicion of a saboteur most at one blow: its own deed, or somebody else's."""

    seat: int
    step: int
    by: int
    action: Action
    before: float
    """How likely the others had to take it for a saboteur, in the mean."""
    after: float


class Reading(msgspec.Struct, frozen=True):
    """How well the others could be read from a seat, and what it did about them."""

    loss: float
    """Mean logarithmic loss of a careful reader in this seat at the end of the round, in bits for each of the
    others: 0 for who is sure and right, 1 for a coin thrown."""
    at_deal: float
    """The same before the first card."""
    right: int
    """Tools broken of the other side, and mended of the own."""
    wrong: int
    """Tools broken of the own side, and mended of the other."""


class DealChances(msgspec.Struct, frozen=True):
    """The diggers' chance of the round, the deal coming to light part by part."""

    any_deal: float
    roles: float
    """With the roles as they were dealt, goals and cards not."""
    goals: float
    """With the goals too."""
    cards: float
    """With the hands and what the pile holds: the very deal."""


class RoundInsight(msgspec.Struct, frozen=True):
    """`suspicions`, `gold` and `others` have a row before each of the `steps`, and one at the end."""

    number: int
    saboteurs: tuple[int, ...]
    treasure: int
    """The goal, 0 in the north."""
    diggers_won: bool
    steps: tuple[int, ...]
    suspicions: tuple[tuple[tuple[int, ...], ...], ...]
    """By step, observer and suspect: hundredths. Of oneself one knows: 100 or 0."""
    gold: tuple[tuple[tuple[int, int, int], ...], ...]
    """By step, observer and goal: hundredths."""
    others: tuple[tuple[int, ...], ...]
    """By step and suspect: what the others believed of it in the mean, in hundredths."""
    giveaways: tuple[Giveaway, ...]
    """By saboteur, for each whom something gave away."""
    readings: tuple[Reading, ...]
    """By seat."""
    chances: DealChances
    shares: tuple[float, ...]
    """Of the win of the game, by seat, with all dealt and nothing played."""


class SaboteurInsight(msgspec.Struct, frozen=True):
    rounds: tuple[RoundInsight, ...]


def insight(moments: Sequence[Moment], random: Random, depth: Depth) -> SaboteurInsight:
    rounds = groupby(_digging(moments), key=lambda moment: moment.before.round.number)
    return SaboteurInsight(tuple(_round(list(dug), random, depth) for _, dug in rounds))


def _digging(moments: Sequence[Moment]) -> Iterator[Moment]:
    return (moment for moment in moments if isinstance(moment.before.phase, Digging))


def _round(dug: Sequence[Moment], random: Random, depth: Depth) -> RoundInsight:
    dealt: State = dug[0].before
    table = dealt.round
    seats = range(len(table.roles))
    beliefs = list(_beliefs(dug))
    others = [_others(by_seat) for by_seat in beliefs]
    steps = tuple(moment.step for moment in dug)
    ended = [event for moment in dug for event in moment.events if isinstance(event, RoundEnded)]
    return RoundInsight(
        number=table.number,
        saboteurs=tuple(seat for seat in seats if table.roles[seat] is Role.SABOTEUR),
        treasure=next(at for at, goal in enumerate(table.goals) if goal.card is Card.TREASURE),
        diggers_won=any(event.winner is Winner.DIGGERS for event in ended),
        steps=steps,
        suspicions=tuple(tuple(_hundredths(belief.doubts) for belief in by_seat) for by_seat in beliefs),
        gold=tuple(tuple(_places(belief.treasure) for belief in by_seat) for by_seat in beliefs),
        others=tuple(map(_hundredths, others)),
        giveaways=tuple(_giveaways(table, dug, others)),
        readings=tuple(_readings(table, dug, beliefs[0], beliefs[-1])),
        chances=_chances(dealt, random, _DEALS[depth]),
        shares=tuple(round(share, 3) for share in value(dealt)),
    )


def _beliefs(dug: Sequence[Moment]) -> Iterator[list[Belief]]:
    """By seat, before each moment and after the last: by what lay open, and what the seat alone had seen."""
    first: State = dug[0].before
    evidence = Evidence(len(first.round.roles), adjacent=first.options.placement == "adjacent")
    yield _believed(first, evidence)
    for moment in dug:
        for event in moment.events:
            evidence.take_in(event)
        # What the end of the round shows, nobody had to believe.
        state = moment.after if isinstance(moment.after.phase, Digging) else moment.before
        yield _believed(state, evidence)


def _believed(state: State, evidence: Evidence) -> list[Belief]:
    seats = [Seat(seat) for seat in range(len(state.round.roles))]
    views: Sequence[View] = SABOTEUR.views(state, seats)
    return [conclude(view.round, seat, evidence) for seat, view in zip(seats, views, strict=True)]


def _others(by_seat: Sequence[Belief]) -> list[float]:
    """By suspect: the mean over all but the suspect."""
    seats = range(len(by_seat))
    return [
        sum(by_seat[observer].doubts[seat] for observer in seats if observer != seat) / (len(by_seat) - 1)
        for seat in seats
    ]


def _giveaways(table: Round, dug: Sequence[Moment], others: Sequence[Sequence[float]]) -> Iterator[Giveaway]:
    for seat, role in enumerate(table.roles):
        if role is not Role.SABOTEUR:
            continue
        rises = [after[seat] - before[seat] for before, after in pairwise(others)]
        at = max(range(len(rises)), key=rises.__getitem__)
        if rises[at] >= _LEAST_RISE:
            moment, before, after = dug[at], others[at][seat], others[at + 1][seat]
            assert moment.seat is not None, "while a round is dug, only players act"
            yield Giveaway(seat, moment.step, moment.seat, moment.action, round(before, 3), round(after, 3))


def _readings(
    table: Round, dug: Sequence[Moment], at_deal: Sequence[Belief], at_end: Sequence[Belief]
) -> Iterator[Reading]:
    right, wrong = [0] * len(table.roles), [0] * len(table.roles)
    for moment in dug:
        for event in moment.events:
            match event:
                case ToolBroken(seat, target, _):
                    hits_enemy = table.roles[seat] is not table.roles[target]
                    (right if hits_enemy else wrong)[seat] += 1
                case ToolRepaired(seat, _, target, _) if seat != target:
                    helps_friend = table.roles[seat] is table.roles[target]
                    (right if helps_friend else wrong)[seat] += 1
                case _:
                    pass
    for reader, (first, last) in enumerate(zip(at_deal, at_end, strict=True)):
        yield Reading(_loss(table, reader, last), _loss(table, reader, first), right[reader], wrong[reader])


def _loss(table: Round, observer: int, belief: Belief) -> float:
    total = 0.0
    for seat, role in enumerate(table.roles):
        if seat != observer:
            doubt = belief.doubts[seat]
            told = doubt if role is Role.SABOTEUR else 1 - doubt
            total -= log2(max(_SUREST, min(1 - _SUREST, told)))
    return round(total / (len(table.roles) - 1), 3)


def _chances(dealt: State, random: Random, deals: int) -> DealChances:
    table = dealt.round
    any_deal = roles = goals = 0.0
    for _ in range(deals):
        other = SABOTEUR.deal(len(table.roles), dealt.options, random)
        fresh = replace(other.round, starter=table.starter)
        turn = replace(other, round=fresh, phase=dealt.phase)
        same_roles = replace(fresh, roles=table.roles, set_aside=table.set_aside)
        any_deal += diggers_chance(turn)
        roles += diggers_chance(replace(turn, round=same_roles))
        goals += diggers_chance(replace(turn, round=replace(same_roles, goals=table.goals)))
    return DealChances(
        any_deal=round(any_deal / deals, 3),
        roles=round(roles / deals, 3),
        goals=round(goals / deals, 3),
        cards=round(diggers_chance(dealt), 3),
    )


def _hundredths(chances: Sequence[float]) -> tuple[int, ...]:
    return tuple(round(100 * chance) for chance in chances)


def _places(chances: Sequence[float]) -> tuple[int, int, int]:
    """Adding up to 100: what is rounded off goes to the likeliest."""
    north, middle, south = (round(100 * chance) for chance in chances)
    off = 100 - north - middle - south
    likeliest = max(range(3), key=chances.__getitem__)
    return (north + off * (likeliest == 0), middle + off * (likeliest == 1), south + off * (likeliest == 2))
