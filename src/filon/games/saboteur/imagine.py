"""A state that the viewer cannot tell from the true one."""

from collections import Counter
from collections.abc import Iterator

from filon.games.chance import shuffled
from filon.games.contract import Hidden, Random
from filon.games.saboteur.deal import deal_face
from filon.games.saboteur.imagine_gold import imagine_gold
from filon.games.saboteur.maze import SHAPES, cell_of
from filon.games.saboteur.model import (
    Digging,
    DiggingView,
    Discarded,
    Finished,
    Goal,
    GoalView,
    Phase,
    Round,
    RoundOver,
    RoundOverView,
    RoundView,
    SharingGold,
    SharingGoldView,
    State,
    View,
)
from filon.games.saboteur.pieces import BROKEN, DECK, GOALS, PATH_COUNTS, Card, Role, role_pool


def imagine(view: View, random: Random) -> State:
    """Every deal that agrees with the view is as likely as any other; players' motives tell nothing."""
    gold = imagine_gold(view, random)
    match view.phase:
        case DiggingView(turn):
            phase: Phase = Digging(turn)
        case SharingGoldView(chooser):
            phase = SharingGold(chooser, gold.in_hand)
        case RoundOverView(ready):
            phase = RoundOver(ready)
        case _:
            phase = Finished()
    return State(view.options, _imagined_round(view, random), phase, gold.deck, gold.ledger, view.results)


def _imagined_round(view: View, random: Random) -> Round:
    table = view.round
    roles, set_aside = _imagined_roles(table, random)
    unseen = iter(shuffled(_unseen(table), random))
    discards = tuple(
        Discarded(next(unseen), discarded.seat, face_down=True)
        if isinstance(discarded.card, Hidden)
        else discarded
        for discarded in table.discards
    )
    hands = tuple(
        table.hand if owner == view.seat else _some(unseen, size)
        for owner, size in enumerate(table.hand_sizes)
    )
    return Round(
        number=table.number,
        starter=table.starter,
        roles=roles,
        set_aside=set_aside,
        goals=_imagined_goals(table.goals, random),
        maze={_cell(tile.at): SHAPES[tile.card][tile.turned] for tile in table.maze},
        broken=table.broken,
        hands=hands,
        pile=_some(unseen, table.pile),
        discards=discards,
    )


def _imagined_roles(table: RoundView, random: Random) -> tuple[tuple[Role, ...], Role]:
    slots = (*table.roles, table.set_aside)
    pool = Counter(role_pool(len(table.roles)))
    pool.subtract(role for role in slots if not isinstance(role, Hidden))
    unknown = iter(shuffled(pool.elements(), random))
    *roles, set_aside = (next(unknown) if isinstance(role, Hidden) else role for role in slots)
    return tuple(roles), set_aside


def _imagined_goals(goals: tuple[GoalView, ...], random: Random) -> tuple[Goal, ...]:
    known = [goal.face.card for goal in goals if not isinstance(goal.face, Hidden)]
    unknown = iter(shuffled([card for card in GOALS if card not in known], random))
    faces = (
        deal_face(next(unknown), random) if isinstance(goal.face, Hidden) else goal.face for goal in goals
    )
    return tuple(
        Goal(face.card, face.turned, goal.face_up, goal.seen_by)
        for face, goal in zip(faces, goals, strict=True)
    )


def _unseen(table: RoundView) -> list[Card]:
    """The cards that lie nowhere the viewer can see."""
    seen = list(table.hand)
    seen += [tile.card for tile in table.maze if tile.card in PATH_COUNTS]
    seen += [BROKEN[tool] for tools in table.broken for tool in tools]
    seen += [each.card for each in table.discards if not isinstance(each.card, Hidden)]
    cards = list(DECK)
    for card in seen:
        cards.remove(card)
    return cards


def _some(cards: Iterator[Card], number: int) -> tuple[Card, ...]:
    return tuple(next(cards) for _ in range(number))


def _cell(at: tuple[int, int]) -> int:
    cell = cell_of(at)
    assert cell is not None, "no card lies out there"
    return cell
