"""Diamant, normal: the odds of the next card are no secret, only the others' nerves are.

Alone in a cave the best play is known: leave as soon as the next card may cost more than it may bring.
Once that is so it stays so, whatever is turned, and looking one card ahead is exact. In company the same
weighing counts the others in: those who leave share what lies on the floor, those who stay share the gems.
What it does in company is strong play as somebody has it who looks at the cave alone, and has moods.
"""

from collections.abc import Sequence
from math import comb, exp, log
from typing import Final

from msgspec.structs import replace

from filon.bots.advice import Hint, Why, chance
from filon.bots.diamant.cave import GO_ON, LEAVE, Cave, look
from filon.games.contract import Hidden, Random
from filon.games.diamant.model import Action, Choose, ExpeditionView, View
from filon.games.diamant.pieces import CAVES, HAZARD_COPIES, Danger
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.diamant.kernel_policy import SURE
from filon.kernels.diamant.policy import policy_of

_NEAR: Final = 0.2
"""Values that differ by less than this share are nearly the same."""
_MOOD: Final = 2.0
"""By how much wishes are blunted: at one, it would play as well as it can."""
_LEAST: Final = 1e-3
_CHASING: Final = 3.0
"""How many times more rarely somebody leaves the last cave who loses by leaving with the others."""
_WORTH_IT: Final = 1 / 3
"""What has to lie on the way out, for each stone carried, before somebody is the first to leave for it."""


def advise(view: View, legal: Sequence[Action], random: Random) -> Hint:
    """The normal player: it does what strong play would, unless none of the figures speaks for that."""
    phase = view.phase
    assert isinstance(phase, ExpeditionView), "only in a cave is there anything to choose"
    cave = look(view, phase)
    explorers = len(phase.inside)
    nerves = _leaving(cave, phase.loot, explorers)
    staying = _going_on(cave, phase.loot, explorers, nerves)
    leaving = _leaving_now(cave, phase.loot, explorers, nerves)
    values = {
        "risk": round(100 * cave.risk),
        "loot": phase.loot,
        "floor": cave.share(1),
        "going": round(staying, 1),
        "leaving": round(leaving, 1),
    }
    standing = _standing(view, phase, cave)
    if standing == "lost" and cave.deadly < cave.cards:
        return _said(legal, GO_ON, "diamant.behind", values)
    if cave.deadly == 0:
        warned = any(isinstance(turned.card, Danger) for turned in phase.gallery)
        return _said(legal, GO_ON, "diamant.harmless" if warned else "diamant.no_risk", values)
    if explorers == 1:
        going = staying > leaving
    else:
        going = not chance(random, _wish_to_leave(view) / (_CHASING if standing == "chasing" else 1))
    reason = _reason(values, going=going, standing=standing)
    if reason is None:
        return _said(legal, GO_ON, "diamant.go_on", values)
    return _said(legal, GO_ON if going else LEAVE, reason, values)


def _wish_to_leave(view: View) -> float:
    """As strong play has it, in a mood, and without a look at anybody's chest."""
    assert view.seat is not None
    seats = len(view.chests)
    known = DIAMANT_BRIDGE.imaginer(replace(view, chests=(0,) * seats, takings=())).known
    policy = policy_of(seats)
    policy.see(known)
    odds = min(max(policy.leaving(known, view.seat) / int(SURE), _LEAST), 1 - _LEAST)
    return 1 / (1 + exp(-log(odds / (1 - odds)) / _MOOD))


def _reason(values: dict[str, int | float], *, going: bool, standing: str) -> str | None:
    """What the figures that will be shown bear out; None where nothing speaks for leaving."""
    near = abs(values["going"] - values["leaving"]) <= _NEAR * values["leaving"]
    if going:
        if values["going"] > values["leaving"]:
            return "diamant.go_on"
        if standing == "chasing":
            return "diamant.chasing"
        return "diamant.even" if near else "diamant.fewer"
    if values["floor"] > values["loot"]:
        return "diamant.floor"
    if values["going"] < values["leaving"] and values["loot"]:
        return "diamant.leave"
    if near:
        return "diamant.even"
    return "diamant.first" if values["floor"] >= max(2, _WORTH_IT * values["loot"]) else None


def _said(legal: Sequence[Action], wanted: Choose, key: str, values: dict[str, int | float]) -> Hint:
    return Hint(wanted if wanted in legal else legal[0], Why(key, {**values}))


def _leaving(cave: Cave, loot: int, explorers: int) -> float:
    """How likely another explorer is to leave now: the nearer to even the bet, the likelier."""
    cost = loot * cave.deadly
    gain = sum(cave.gems) / explorers
    if not cost:
        return 0.0
    return cost**2 / (cost**2 + gain**2)


def _binomial(tries: int, probability: float) -> list[float]:
    return [
        comb(tries, hits) * probability**hits * (1 - probability) ** (tries - hits)
        for hits in range(tries + 1)
    ]


def _leaving_now(cave: Cave, loot: int, explorers: int, nerves: float) -> float:
    others = _binomial(explorers - 1, nerves)
    return loot + sum(odds * cave.share(1 + leavers) for leavers, odds in enumerate(others))


def _going_on(cave: Cave, loot: int, explorers: int, nerves: float) -> float:
    total = 0.0
    for leavers, odds in enumerate(_binomial(explorers - 1, nerves)):
        if odds > 0.005:
            floor = _after_leavers(cave, leavers)
            total += odds * _next_card(floor, loot, explorers - leavers, alone=explorers == 1)
    return total


def _after_leavers(cave: Cave, leavers: int) -> Cave:
    if not leavers:
        return cave
    floor = (sum(cave.floor) % leavers,) if cave.together else tuple(left % leavers for left in cave.floor)
    return cave._replace(floor=floor, relics=0 if leavers == 1 else cave.relics)


def _next_card(cave: Cave, loot: int, explorers: int, *, alone: bool) -> float:
    """What an explorer who sees one more card may expect to carry home."""
    then = _leaving_later if alone else _best_later
    if not cave.cards:
        return _leaving_later(cave, loot, explorers)
    total = 0.0
    for stones in set(cave.gems):
        at = cave.gems.index(stones)
        after = cave._replace(
            gems=cave.gems[:at] + cave.gems[at + 1 :], floor=(*cave.floor, stones % explorers)
        )
        total += cave.gems.count(stones) * then(after, loot + stones // explorers, explorers)
    if cave.warnings:
        # One copy of the new hazard is gone, the others have become deadly.
        copies = min(HAZARD_COPIES, cave.warnings)
        after = cave._replace(warnings=cave.warnings - copies, deadly=cave.deadly + copies - 1)
        total += cave.warnings * then(after, loot, explorers)
    if cave.artifact:
        after = cave._replace(artifact=0, relics=cave.relics + cave.artifact)
        total += then(after, loot, explorers)
    return total / cave.cards


def _leaving_later(cave: Cave, loot: int, explorers: int) -> float:
    """At the next choice, together with half of the others."""
    return float(loot + cave.share((explorers + 1) // 2))


def _best_later(cave: Cave, loot: int, explorers: int) -> float:
    """Leaving at the best moment from the next choice on, if every further gem card were an average one."""
    gems = len(cave.gems)
    share = sum(stones // explorers for stones in cave.gems) / gems if gems else 0.0
    spilt = sum(stones % explorers for stones in cave.gems) / gems if gems else 0.0
    leavers = (explorers + 1) // 2
    kinds = -(-cave.warnings // HAZARD_COPIES)
    copies = cave.warnings / kinds if kinds else 0.0
    warned = [0.0] * (gems + 2)
    for met in range(kinds, -1, -1):
        fresh = cave.warnings - met * copies
        deadly = cave.deadly + met * (copies - 1)
        here = [0.0] * (gems + 2)
        for drawn in range(gems, -1, -1):
            leaving = loot + drawn * share + (cave.share(leavers) + drawn * spilt / leavers)
            cards = gems - drawn + fresh + deadly
            going = ((gems - drawn) * here[drawn + 1] + fresh * warned[drawn]) / cards if cards else 0.0
            here[drawn] = max(leaving, going)
        warned = here
    return warned[0]


def _standing(view: View, phase: ExpeditionView, cave: Cave) -> str:
    """In the last cave: `lost` if leaving now cannot win any more, `chasing` if it loses to those inside."""
    if phase.cave < CAVES or view.seat is None:
        return "open"
    own = view.chests[view.seat]
    if isinstance(own, Hidden):
        return "open"
    home = own + phase.loot + cave.share(1)
    for seat, chest in enumerate(view.chests):
        if seat == view.seat or isinstance(chest, Hidden):
            continue
        if seat not in phase.inside and chest > home:
            return "lost"
    if any(
        seat != view.seat and not isinstance(chest, Hidden) and seat in phase.inside and chest > own
        for seat, chest in enumerate(view.chests)
    ):
        return "chasing"
    return "open"
