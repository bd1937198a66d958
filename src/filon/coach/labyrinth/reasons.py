"""What speaks for the best way to go on beside what was done: the figure that differs, by the law."""

from typing import Final

from filon.bots.advice import Value, Why
from filon.bots.labyrinth.cards import odds
from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.worth import fought, of_kind
from filon.coach.labyrinth.lines import Line
from filon.coach.labyrinth.outlook import hundredths, outlook, to_secret
from filon.games.contract import Seat
from filon.games.labyrinth.castle import NAMES, SQUARE_OF, Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Fetch,
    Fetched,
    FirstChange,
    Moving,
    Place,
    Placing,
    SecondChange,
    Swap,
    Turn,
)
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import (
    DIE,
    DRAWN_BY_SWAP,
    KIND,
    SET_KINDS,
    Ring,
    Secret,
    Stake,
)
from filon.kernels.labyrinth.bridge import ACTIONS
from filon.kernels.labyrinth.kernel_choices import CENTRE_TURN
from filon.kernels.labyrinth.kernel_ways import turned

_TELLS: Final = 3
"""In hundredths of all changes: less of a difference is no reason."""


def why(plan: Plan, best: Line, other: Line) -> Why:
    """Where both do the same, the merit of the best is told."""
    match plan.view.phase:
        case FirstChange() | SecondChange() | Moving():
            if isinstance(best.action, Swap) or isinstance(other.action, Swap):
                return _swap(plan, best.action, other.action)
            return _way(plan, best, other)
        case Arrived() | Fetched():
            if isinstance(best.action, Swap) or (
                isinstance(other.action, Swap) and not isinstance(best.action, Challenge)
            ):
                return _swap(plan, best.action, other.action)
            return _challenge(plan, best.action, other.action)
        case AnimalTurned():
            return _animal(plan, best.action)
        case Placing(loser=loser):
            return _place(plan, loser, best.action, other.action)
        case _:
            raise AssertionError("throws have reasons of their own")


def kind(plan: Plan, best: Line, other: Line) -> str:
    """What is missed by doing the other thing; for mistakes pooled over games."""
    match plan.view.phase:
        case AnimalTurned():
            return "labyrinth.fetch"
        case Placing():
            return "labyrinth.place"
        case _ if isinstance(best.action, Swap) or isinstance(other.action, Swap):
            return "labyrinth.swap"
        case Arrived() | Fetched():
            return "labyrinth.challenge"
        case phase:
            here, there = outlook(plan, best), outlook(plan, other)
            if (here.takes or here.contests) and not (there.takes or there.contests):
                return "labyrinth.missed_secret"
            return "labyrinth.walk" if isinstance(phase, Moving) else "labyrinth.reach"


def _way(plan: Plan, best: Line, other: Line) -> Why:
    here, there = outlook(plan, best), outlook(plan, other)
    values: dict[str, Value] = {
        "secret": "" if plan.view.sought is None else plan.view.sought.value,
        "at": NAMES[best.square],
        "squares": here.squares,
        "squares_played": there.squares,
        "before": regions(plan.view.rotation)[plan.own].bit_count(),
        "mine": here.mine,
        "mine_played": there.mine,
        "theirs": here.theirs,
        "theirs_played": there.theirs,
        "seat": plan.others[0],
        **_changes(plan, best),
    }
    if here.takes:
        return Why("coach.labyrinth.win" if _fills_a_set(plan) else "coach.labyrinth.take", values)
    if here.contests:
        chance = round(100 * odds((plan.seat, *here.contests))[0])
        return Why("coach.labyrinth.contest", {**values, "seat": here.contests[0], "chance": chance})
    if here.meets and here.meets != there.meets:
        met = max((_best_challenge(plan, seat) for seat in here.meets), key=lambda one: _fought(plan, one))
        return Why("coach.labyrinth.meet", {**values, **_stakes(plan, met)})
    if there.takes or there.contests:
        return Why("coach.labyrinth.rather_not", values)
    gains = {
        "hinder": there.theirs - here.theirs,
        "nearer": here.mine - there.mine,
        "reach": round(100 * (here.squares - there.squares) / len(NAMES)),
        "apart": there.exposed - here.exposed,
        "closer": here.close[0] - there.close[0],
    }
    most = max(gains, key=lambda name: gains[name])
    if gains[most] < _TELLS:
        guarded = _to_come(plan, best.square)
        if guarded is not None and other.square != best.square:
            return Why("coach.labyrinth.guard", {**values, "guarded": guarded.value})
        return Why("coach.labyrinth.more", values)
    if most == "apart":
        values |= {"exposed": here.exposed, "exposed_played": there.exposed}
    elif most == "closer":
        values |= {"seat": here.close[1], "close": here.close[0], "close_played": there.close[0]}
    return Why(f"coach.labyrinth.{most}", values)


def _to_come(plan: Plan, square: Square) -> Secret | None:
    """The secret of this square, if it may still be turned up: who stands there then defends it, LAB-5.6."""
    return next((secret for secret in plan.pile if SQUARE_OF[secret] == square), None)


def _best_challenge(plan: Plan, opponent: Seat) -> Challenge:
    return max(
        (Challenge(opponent, kind, stake) for kind in SET_KINDS for stake in Stake),
        key=lambda one: _fought(plan, one),
    )


def _fought(plan: Plan, one: Challenge) -> float:
    return fought(plan.hands, (plan.seat, one.opponent), (one.kind, one.stake), plan.seat, plan.goal)


def _stakes(plan: Plan, one: Challenge) -> dict[str, Value]:
    """Either wins as often as the other: what counts is what each has to lose, on average over the die."""
    thrown = (1,) if one.stake is Stake.ONE else DIE

    def passed(seat: Seat) -> float:
        held = of_kind(plan.hands[seat], one.kind)
        return round(sum(min(cards, held) for cards in thrown) / len(thrown), 1)

    return {
        "seat": one.opponent,
        "kind": one.kind.value,
        "stake": one.stake.value,
        "win": passed(one.opponent),
        "lose": passed(plan.seat),
        "chance": 50,
    }


def _fills_a_set(plan: Plan) -> bool:
    """Whether the sought card is the last one that the seat needs, LAB-6.1."""
    kind = None if plan.view.sought is None else KIND[plan.view.sought]
    return kind in SET_KINDS and of_kind(plan.hands[plan.seat], kind) + 1 >= plan.goal


def _changes(plan: Plan, line: Line) -> dict[str, Value]:
    """The changes still to be made, as rings and positions clockwise; none, where the pawn walks already."""
    if not isinstance(line.action, Turn):
        return {}
    values: dict[str, Value] = {"ring": line.action.ring.value, "steps": line.action.steps}
    if isinstance(plan.view.phase, FirstChange):
        second = second_change(plan, line.action, line.rotation)
        values |= {"then": second.ring.value, "then_steps": second.steps}
    return values


def second_change(plan: Plan, first: Turn, end: int) -> Turn:
    middle = turned(plan.rotation, ACTIONS.index(first))
    for code in plan.ways.changes():
        turn = ACTIONS[code]
        if turned(middle, code) == end and (code < CENTRE_TURN or first.ring is not Ring.CENTRE):
            assert isinstance(turn, Turn)
            return turn
    raise AssertionError("a way begins with two changes that lead there")


def _swap(plan: Plan, best: Action, other: Action) -> Why:
    swap = best if isinstance(best, Swap) else other
    assert isinstance(swap, Swap)
    theirs = plan.hands[swap.opponent]
    count = plan.view.counts[swap.opponent]
    drawn = min(DRAWN_BY_SWAP, count)
    values: dict[str, Value] = {
        "seat": swap.opponent,
        "given": swap.given.value,
        "cards": count,
        "drawn": drawn,
        "treasures": round(drawn * theirs.treasures / count, 1),
        "gnomes": round(drawn * theirs.gnomes / count, 1),
    }
    return Why("coach.labyrinth.swap" if swap is best else "coach.labyrinth.no_swap", values)


def _challenge(plan: Plan, best: Action, other: Action) -> Why:
    said = best if isinstance(best, Challenge) else other
    if not isinstance(said, Challenge):
        return Why("coach.labyrinth.more", {})
    values = _stakes(plan, said)
    if said is not best:
        return Why("coach.labyrinth.no_challenge", values)
    if isinstance(other, Challenge):
        played = {f"{name}_played": value for name, value in _stakes(plan, other).items()}
        return Why("coach.labyrinth.other_challenge", {**values, **played})
    return Why("coach.labyrinth.challenge", values)


def _animal(plan: Plan, best: Action) -> Why:
    assert plan.view.sought is not None, "an animal lies open"
    rivals = [seat for seat in plan.others if plan.view.pawns[seat] == plan.view.square]
    values: dict[str, Value] = {"secret": plan.view.sought.value, "rivals": len(rivals)}
    return Why("coach.labyrinth.fetch" if isinstance(best, Fetch) else "coach.labyrinth.decline", values)


def _place(plan: Plan, loser: Seat, best: Action, other: Action) -> Why:
    assert isinstance(best, Place), "the loser is put somewhere"
    assert isinstance(other, Place), "the loser is put somewhere"
    rotation = plan.view.rotation

    def figures(to: Square) -> dict[str, int]:
        return {
            "squares": regions(rotation)[to].bit_count(),
            "theirs": to_secret(plan, rotation, to),
            "exposed": hundredths(plan, rotation, to, plan.own),
            "close": hundredths(plan, rotation, plan.own, to),
        }

    here, there = figures(best.to), figures(other.to)
    values: dict[str, Value] = {"seat": loser, "at": NAMES[best.to], **here}
    values |= {f"{name}_played": value for name, value in there.items()}
    gains = {name: there[name] - here[name] for name in here}
    gains["squares"] = round(100 * gains["squares"] / len(NAMES))
    gains["close"] = -gains["close"]
    most = max(gains, key=lambda name: gains[name])
    return Why(f"coach.labyrinth.place_{most if gains[most] >= _TELLS else 'more'}", values)
