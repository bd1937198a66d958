"""What a hint says is so: its claims checked against the law, wherever bots and chance may lead to.

Saboteur's are in test_saboteur_hints.py.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from filon.bots.arena.match import Decision
from filon.bots.hints import Hint, hint
from filon.bots.labyrinth.ways import after_two
from filon.bots.outofmine.normal import bench
from filon.bots.sight import Sight
from filon.games.chance import FastRandom
from filon.games.contract import Seat, play
from filon.games.diamant.model import Expedition
from filon.games.diamant.pieces import Danger
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth import model as castle
from filon.games.labyrinth.castle import NAMES, Square
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import KIND, Kind, Stake
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine import model as mine
from filon.games.outofmine.pieces import FIGURES
from filon.games.outofmine.scoring import count
from tests.bots.advised import positions
from tests.games.outofmine.mines import at_work, card
from tests.games.outofmine.mines import mine as drawn_mine


def check_diamant(step: Decision, given: Hint) -> None:
    key = given.why.key
    says: dict[str, Any] = given.why.values
    state, cave = step.before, step.before.phase
    assert isinstance(cave, Expedition)
    seen = {turned.card for turned in cave.gallery if isinstance(turned.card, Danger)}
    deadly = sum(card in seen for card in cave.pile)
    floor = sum(turned.left for turned in cave.gallery)
    assert says["risk"] == round(100 * deadly / len(cave.pile))
    assert says["loot"] == cave.loot
    assert says["floor"] == floor
    goes = given.action.choice.value == "go_on"
    match key.partition(".")[2]:
        case "no_risk":
            assert goes
            assert not seen
        case "harmless":
            assert goes
            assert seen
            assert not deadly
        case "go_on":
            assert goes
            assert says["going"] > says["leaving"]
        case "leave":
            assert not goes
            assert says["loot"] > 0
            assert says["going"] < says["leaving"]
        case "floor":
            assert not goes
            assert floor > cave.loot
        case "even":
            assert abs(says["going"] - says["leaving"]) <= 0.2 * says["leaving"] + 0.1
        case "fewer":
            assert goes
            assert len(cave.inside) > 1
        case "first":
            assert not goes
            assert floor > 1
            assert 3 * floor >= cave.loot
            assert len(cave.inside) > 1
        case "behind":
            home = state.chests[step.seat] + cave.loot + floor
            assert any(chest > home for seat, chest in enumerate(state.chests) if seat not in cave.inside)
        case "chasing":
            assert goes
            assert any(state.chests[seat] > state.chests[step.seat] for seat in cave.inside)
        case other:
            raise AssertionError(f"nobody has looked whether this is so: {other}")


def check_labyrinth(step: Decision, given: Hint) -> None:
    key = given.why.key.partition(".")[2]
    says: dict[str, Any] = given.why.values
    state: castle.State = step.before
    seat, square = step.seat, step.sight.view.square
    after, _ = play(LABYRINTH, state, seat, given.action, FastRandom(0))

    def open_in(now: castle.State) -> bool:
        return square is not None and bool(regions(now.rotation)[now.pawns[seat]] >> square & 1)

    def open_after(now: castle.State) -> bool:
        """Once the last change of the turn is made."""
        if isinstance(now.phase, castle.Moving):
            return open_in(now)
        turns = [each for each in LABYRINTH.legal_actions(now, seat) if isinstance(each, castle.Turn)]
        return any(open_after(play(LABYRINTH, now, seat, turn, FastRandom(0))[0]) for turn in turns)

    def chance(at: str, target: Square) -> int:
        ends = after_two(state.rotation, either_way=False)
        opened = sum(regions(end)[NAMES.index(at)] >> target & 1 for end in ends)
        return round(100 * opened / len(ends))

    match key:
        case "opens_way":
            assert isinstance(after.phase, castle.Moving)
            assert open_in(after)
        case "opens_with_next":
            assert isinstance(after.phase, castle.SecondChange)
            assert open_after(after)
        case "prepares":
            assert not open_after(state)
        case "rather_not":
            assert open_after(state)
            assert any(state.pawns[other] == square for other in range(len(state.pawns)) if other != seat)
        case "towards_duel":
            assert state.all_found
        case "take" | "fetch":
            assert len(after.hands[seat]) == len(state.hands[seat]) + 1
        case "duel_for":
            assert isinstance(after.phase, castle.Duel)
            assert isinstance(after.phase.prize, castle.ForSecret)
        case "nearer" | "good_place":
            assert square is not None
            assert says["chance"] == chance(str(says["at"]), square)
        case "closer_to_duel":
            others = [pawn for other, pawn in enumerate(state.pawns) if other != seat]
            assert says["chance"] in {chance(str(says["at"]), pawn) for pawn in others}
        case "meet" | "meet_anyway":
            legal = LABYRINTH.legal_actions(after, seat)
            assert any(isinstance(each, castle.Challenge) and each.opponent == says["seat"] for each in legal)
            assert key == "meet" or state.all_found
        case "challenge":
            held = sum(KIND[card] is Kind(says["kind"]) for card in state.hands[seat])
            assert says["mine"] == min(held, 1 if given.action.stake is Stake.ONE else 4)
        case "swap":
            assert says["theirs"] == len(state.hands[given.action.opponent]) >= 2
        case "leave_animal":
            assert sum(pawn == square for pawn in state.pawns) >= 3
        case "no_duel":
            assert any(isinstance(each, castle.Challenge) for each in step.sight.legal)
        case "done" | "throw_evenly" | "far_away":
            pass
        case other:
            raise AssertionError(f"nobody has looked whether this is so: {other}")


def check_outofmine(step: Decision, given: Hint) -> None:
    key = given.why.key.partition(".")[2]
    says: dict[str, Any] = given.why.values
    state, seat, view = step.before, step.seat, step.sight.view
    if isinstance(view.phase, mine.ChoosingView):
        assert key in {"roomier", "only_face", "either_face"}
        assert (len(step.sight.legal) == 1) == (key == "only_face")
        return
    own = state.phase.mines[seat]
    after, _ = play(OUTOFMINE, state, seat, given.action, FastRandom(0))

    def fillable(now: mine.State) -> bool:
        seen = OUTOFMINE.view(now, seat)
        assert isinstance(seen.phase, mine.PlacingView)
        return bench(seen, seen.phase).filling() is not None

    def empty(now: mine.State) -> int:
        return count(now.options, now.phase.mines[seat], called=False).empty  # type: ignore[union-attr]

    match key:
        case "full":
            assert count(state.options, own, called=True).call > 0
        case "wrong_tile":
            wrong = [fault.placed.squares[0] for fault in count(state.options, own, called=False).removed]
            assert given.action.square in wrong
        case "place":
            assert fillable(after)
            assert says["left"] == empty(after)
        case "take" | "scarce" | "not_needed":
            assert fillable(after)
        case "place_partly":
            assert not fillable(state)
            assert says["left"] == empty(after)
        case "take_partly" | "not_needed_partly":
            assert not fillable(state)
        case "in_the_way":
            assert not fillable(state)
            assert fillable(after)
        case "several_in_the_way":
            assert not fillable(state)
            assert not fillable(after)
        case "nothing_better" | "try_again":
            assert not fillable(state)
            assert says["empty"] == empty(state)
        case other:
            raise AssertionError(f"nobody has looked whether this is so: {other}")
    if key in {"take", "take_partly", "scarce"}:
        left = sum(heap.left for heap in state.phase.stock if heap.tile.shape.value == says["tile"])
        assert left == says["left"]
        assert key != "scarce" or left == 1


CHECKS: Mapping[str, tuple[Callable[[Decision, Hint], None], Sequence[int], set[str]]] = {
    "diamant": (check_diamant, (3, 5), {"no_risk", "go_on", "leave", "floor", "even", "behind", "chasing"}),
    "labyrinth": (
        check_labyrinth,
        (2, 3),
        {"opens_with_next", "opens_way", "prepares", "take", "nearer", "meet"},
    ),
    "outofmine": (check_outofmine, (2, 4), {"take", "scarce", "place", "in_the_way", "either_face", "full"}),
}
"""By game: who looks, at tables of which size, and what has to be said there at least once."""


@pytest.mark.parametrize("game", CHECKS)
def test_what_hints_say_is_so(game: str) -> None:
    check, tables, at_least = CHECKS[game]
    said = Counter[str]()
    for seats in tables:
        for step, given in positions(game, seats, 6):
            check(step, given)
            said[given.why.key.partition(".")[2]] += 1
    assert at_least <= said.keys()


def test_a_gallery_that_nothing_fills_is_not_promised_to_be_filled() -> None:
    """Nothing larger than two squares is left in the stock: the hints go as far as that goes, and say so."""
    state = at_work(drawn_mine("The Bat", card=card("2Y 2B 3G 1W")), drawn_mine("The Crown", given_up=True))
    assert isinstance(state.phase, mine.Placing)
    scarce = tuple(
        heap if len(FIGURES[heap.tile.shape]) < 3 else replace(heap, left=0) for heap in state.phase.stock
    )
    state = replace(state, phase=replace(state.phase, stock=scarce))
    said = Counter[str]()
    for number in range(60):
        sight = Sight(OUTOFMINE, OUTOFMINE.view(state, Seat(0)), OUTOFMINE.legal_actions(state, Seat(0)))
        given = hint(OUTOFMINE, sight.view, sight.legal, FastRandom(number))
        step = Decision(Seat(0), state, sight, given.action, state, 0.0)
        check_outofmine(step, given)
        said[given.why.key.partition(".")[2]] += 1
        if given.action == mine.GiveUp():
            break
        state, _ = play(OUTOFMINE, state, Seat(0), given.action, FastRandom(0))
    assert {"take_partly", "place_partly", "nothing_better"} <= said.keys()
