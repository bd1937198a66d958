"""The saboteur of playouts: what it would do in positions that leave no doubt."""

from filon.games.contract import Seat
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import Action, BreakTool, Discard, DropRocks, PlacePath, State
from filon.games.saboteur.pieces import Card, Tool
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel_thwarter import Thwarter
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import mine

ONE_CARD_LEFT = "start EW EW EW NESW NESW NESW"


def chosen(state: State) -> Action:
    kernel = SABOTEUR_BRIDGE.kernel(state, Stream(0))
    action: Action = SABOTEUR_BRIDGE.action(kernel, Thwarter(Ways(), Ways()).choose(kernel))
    return action


def test_a_dead_end_closes_the_last_place_before_the_treasure() -> None:
    action = chosen(mine(ONE_CARD_LEFT, hand="xNESW NS NS repair_pick", saboteurs=[0], goals="oSW $ oNW"))
    assert isinstance(action, PlacePath)
    assert not SHAPES[action.card][0] & JOINED
    assert action.at == (7, 0)


def test_rocks_fall_on_the_tunnel_that_has_nearly_arrived() -> None:
    action = chosen(mine(ONE_CARD_LEFT, hand="rockfall repair_pick", saboteurs=[0], goals="oSW $ oNW"))
    assert isinstance(action, DropRocks)
    assert action.at in [(x, 0) for x in range(1, 7)]


def test_the_next_digger_is_stopped_before_the_others() -> None:
    hand = "broken_lamp repair_pick"
    state = mine(ONE_CARD_LEFT, hand=hand, saboteurs=[1], seats=4, turn=1, goals="oSW $ oNW")
    assert chosen(state) == BreakTool(Tool.LAMP, Seat(2))


def test_without_tools_it_throws_away_what_helps_the_diggers() -> None:
    action = chosen(mine("start EW", hand="xEW rockfall NESW", saboteurs=[0], broken={0: "lamp"}))
    assert action == Discard(Card.NESW)
