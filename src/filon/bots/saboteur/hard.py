"""The hard level of Saboteur plays by the learnt policy (`learnt.py`).

Beside it stands a search through worlds drawn from a belief over roles and goals. It plays where the policy
would be lost: by the rule that it never saw, and with nothing remembered of the round; for a saboteur alone
against three; and, shortly, where nothing is compiled and the network is slow. The coach weighs with it.
What it weighs with is `filon.kernels.saboteur.kernel_search`; here stands what that is told.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from filon.bots.saboteur.belief import Belief, conclude, this_round, witness
from filon.bots.saboteur.learnt import choose
from filon.bots.saboteur.reading import read, told_from_the_deal
from filon.bots.sight import Sight
from filon.games.contract import Random, Seat
from filon.games.saboteur.model import TakeGold, View
from filon.games.saboteur.pieces import Role
from filon.kernels import COMPILED
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel_search import Search
from filon.kernels.stream import Stream

_WORLDS: Final = 90 if COMPILED else 1
"""About so many in the first of the rounds in which candidates are halved; twice as many each time after."""
_CANDIDATES: Final = 10 if COMPILED else 4
_ALONE: Final = 4
"""Players among whom a saboteur loses to good diggers whatever it does, so that the policy learnt little
there; the search wins more from others. In a few worlds: nobody shall know it by how long it thinks."""
_FEW_WORLDS: Final = 24
_FEW_CANDIDATES: Final = 8
_PARTS: Final = 1 << 20
_SUSPECT: Final = 0.6
_TRUSTED: Final = 0.3
"""Who is less suspect than this is read as a digger."""


def choose_hard(sight: Sight, random: Random) -> Any:
    if not (COMPILED and _learnt(sight)):
        return think(sight, random, worlds=_WORLDS, candidates=_CANDIDATES)
    table = sight.view.round
    if len(table.roles) == _ALONE and table.roles[sight.view.seat] is Role.SABOTEUR:
        return think(sight, random, worlds=_FEW_WORLDS, candidates=_FEW_CANDIDATES)
    return choose(sight, random)


def _learnt(sight: Sight) -> bool:
    """Whether the policy knows such tables: cards join the way from the start, and all deeds are known."""
    view: View = sight.view
    return view.options.placement == "connected" and told_from_the_deal(
        this_round(sight.past), len(view.round.maze)
    )


def think(sight: Sight, random: Random, *, worlds: int, candidates: int) -> Any:
    """The best of so many candidates, tried in at least so many worlds each."""
    legal = sight.legal
    if isinstance(legal[0], TakeGold):
        return max(legal, key=lambda take: take.nuggets)
    stream = Stream(random.below(1 << 30))
    if len(legal) == 1:
        return legal[0]
    prepared = prepare(sight, stream, worlds=worlds)
    return prepared.codes[prepared.search.best(list(prepared.codes), stream, candidates)]


class Prepared(NamedTuple):
    """All that a choice of cards is weighed with."""

    belief: Belief
    suspects: int
    """A bit for each seat that this one takes for a saboteur, if it is a digger."""
    codes: dict[int, Any]
    """The legal actions, by what the kernel calls them."""
    search: Search


def prepare(sight: Sight, stream: Stream, *, worlds: int) -> Prepared:
    """What a seat believes while a round is dug, and worlds drawn from that."""
    view: View = sight.view
    imaginer = SABOTEUR_BRIDGE.imaginer(view)
    kernel = imaginer.imagine(stream)
    codes = {SABOTEUR_BRIDGE.code(kernel, action): action for action in sight.legal}
    evidence = witness(view, sight.past)
    belief = conclude(view.round, view.seat, evidence)
    trusted = [
        Seat(seat) for seat, doubt in enumerate(belief.doubts) if seat != view.seat and doubt < _TRUSTED
    ]
    if COMPILED:
        treasure = read(this_round(sight.past), trusted, belief.treasure, imaginer)
        belief = replace(belief, treasure=tuple(treasure))
    search = _search(view, belief, evidence.motives, imaginer, worlds)
    return Prepared(belief, _suspects(view, belief), codes, search)


def _suspects(view: View, belief: Belief) -> int:
    assert view.seat is not None, "spectators hold no cards"
    if view.round.roles[view.seat] is Role.SABOTEUR:
        return 0
    return sum(1 << seat for seat, doubt in enumerate(belief.doubts) if doubt > _SUSPECT)


def _search(view: View, belief: Belief, motives: Sequence[float], imaginer: Any, worlds: int) -> Search:
    assert view.seat is not None, "spectators hold no cards"
    saboteur = view.round.roles[view.seat] is Role.SABOTEUR
    search = Search(imaginer, view.seat, worlds, saboteur=saboteur)
    for roles, chance in belief.roles.items():
        search.add_roles(roles, int(chance * _PARTS))
    for which, chance in enumerate(belief.treasure):
        search.expect_treasure(which, round(chance * _PARTS))
    for seat, doubt in enumerate(belief.doubts):
        search.suspect(seat, round(100 * doubt), round(100 * motives[seat]))
    return search
