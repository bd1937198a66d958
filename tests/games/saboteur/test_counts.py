"""The number of legal sequences, counted a second way: slowly, from the rules, with no code of the law."""

import tomllib
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from filon.games.chance import FastRandom
from filon.games.codec import read_options
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Digging, Options, State
from filon.lab.walk import walk
from tests.counting import sequences
from tests.games.saboteur.mines import mine

Spot = tuple[int, int]
TURN = str.maketrans("NESW", "SWNE")
BESIDE = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
GOALS = [(8, -2), (8, 0), (8, 2)]


class Card(NamedTuple):
    """A card in the maze."""

    openings: frozenset[str]
    through: bool
    name: str


class Table(NamedTuple):
    maze: dict[Spot, Card]
    down: list[Spot]
    broken: list[list[str]]
    hands: list[list[str]]
    pile: list[str]
    turn: int
    connected: bool


Move = tuple[str, ...] | tuple[str, Spot, Card]


def table_of(state: State) -> Table:
    """The position in plain words, as any player at the table could write it down."""
    view = SABOTEUR.view(state, None)
    assert isinstance(state.phase, Digging)
    crossroads = Card(frozenset("NESW"), through=True, name="")
    maze = {}
    for tile in view.round.maze:
        name = tile.card.value
        if name in ("start", "treasure"):
            maze[tile.at] = crossroads
        else:
            maze[tile.at] = laid(name, turned=tile.turned)
    return Table(
        maze,
        [goal.at for goal in view.round.goals if not goal.face_up],
        [[tool.value for tool in tools] for tools in state.round.broken],
        [[card.value for card in hand] for hand in state.round.hands],
        [card.value for card in state.round.pile],
        state.phase.turn,
        state.options.placement == "connected",
    )


def laid(name: str, *, turned: bool) -> Card:
    letters = name.removeprefix("stone_").removeprefix("x")
    openings = frozenset(letters.translate(TURN) if turned else letters)
    return Card(openings, not name.startswith("x"), "" if "_" in name else name)


def neighbour(spot: Spot, side: str) -> Spot:
    dx, dy = BESIDE[side]
    return spot[0] + dx, spot[1] + dy


def reached(maze: dict[Spot, Card]) -> set[Spot]:
    """The cards that one can walk through, from the start on."""
    found = {(0, 0)}
    while True:
        further = {
            neighbour(spot, side)
            for spot in found
            for side in maze[spot].openings
            if neighbour(spot, side) in maze
            and maze[neighbour(spot, side)].through
            and side.translate(TURN) in maze[neighbour(spot, side)].openings
        }
        if further <= found:
            return found
        found |= further


def fits(table: Table, walkable: set[Spot], spot: Spot, card: Card) -> bool:
    """SAB-4.1 to SAB-4.4."""
    if spot in table.maze or spot in GOALS:
        return False
    around = {side: neighbour(spot, side) for side in "NESW" if neighbour(spot, side) in table.maze}
    if not around:
        return False
    for side, there in around.items():
        if (side in card.openings) != (side.translate(TURN) in table.maze[there].openings):
            return False
    if not table.connected:
        return True
    return any(side in card.openings and there in walkable for side, there in around.items())


def moves(table: Table) -> set[Move]:
    hand = table.hands[table.turn]
    if not hand:
        return {("pass",)}
    found: set[Move] = {("discard", name) for name in hand}
    walkable = reached(table.maze)
    everybody = range(len(table.hands))
    for name in set(hand):
        if name == "map":
            found |= {("map", str(goal)) for goal in table.down}
        elif name == "rockfall":
            found |= {("rockfall", spot, card) for spot, card in table.maze.items() if card.name}
        elif name.startswith("broken_"):
            tool = name.removeprefix("broken_")
            found |= {
                (name, str(seat))
                for seat in everybody
                if seat != table.turn and tool not in table.broken[seat]
            }
        elif name.startswith("repair_"):
            tools = name.removeprefix("repair_").split("_")
            found |= {
                (name, str(seat), tool) for seat in everybody for tool in tools if tool in table.broken[seat]
            }
        elif not table.broken[table.turn]:
            ways = {laid(name, turned=False), laid(name, turned=True)}
            found |= {
                ("lay", (x, y), card)
                for x in range(-12, 16)
                for y in range(-12, 13)
                for card in ways
                if fits(table, walkable, (x, y), card)
            }
    return found


def after(table: Table, move: Move) -> Table:
    maze = dict(table.maze)
    broken = [list(tools) for tools in table.broken]
    hands = [list(hand) for hand in table.hands]
    mine = hands[table.turn]
    match move:
        case ("lay", spot, Card() as card):
            assert isinstance(spot, tuple)
            maze[spot] = card
            mine.remove(card.name)
        case ("rockfall", spot, Card()):
            assert isinstance(spot, tuple)
            del maze[spot]
            mine.remove("rockfall")
        case ("discard", str() as name):
            mine.remove(name)
        case ("map", _):
            mine.remove("map")
        case ("pass",):
            pass
        case (str() as name, str() as seat):
            broken[int(seat)].append(name.removeprefix("broken_"))
            mine.remove(name)
        case (str() as name, str() as seat, str() as tool):
            broken[int(seat)].remove(tool)
            mine.remove(name)
        case _:
            raise AssertionError(move)
    pile = list(table.pile)
    if pile:
        mine.append(pile.pop())
    turn = (table.turn + 1) % len(hands)
    return Table(maze, table.down, broken, hands, pile, turn, table.connected)


def counted(table: Table, depth: int) -> int:
    found = moves(table)
    return len(found) if depth == 1 else sum(counted(after(table, move), depth - 1) for move in found)


@pytest.mark.parametrize("placement", ["connected", "adjacent"])
def test_a_maze_with_everything_in_it_is_counted_alike(placement: str) -> None:
    """SAB-3.1, SAB-4.1, SAB-4.2, SAB-4.3, SAB-4.4, SAB-5.1, SAB-5.2, SAB-5.3, SAB-5.4."""
    state = mine(
        """
        .     xSW  EW .    .
        start NESW NW .    EW
        NE    xNSW .  NES  .
        """,
        hand="SW xS rockfall broken_pick map",
        hands={1: "EW repair_pick_lamp SW SW", 2: "NESW repair_cart xESW broken_pick"},
        broken={1: "lamp pick", 2: "cart"},
        options=Options(placement="connected" if placement == "connected" else "adjacent"),
    )
    table = table_of(state)
    for depth in (1, 2):
        assert sequences(SABOTEUR, state, depth) == counted(table, depth)


def test_a_revealed_stone_and_an_empty_pile_are_counted_alike() -> None:
    """SAB-3.3, SAB-4.2, SAB-4.4, SAB-5.4, SAB-6.3."""
    state = mine(
        "start EW EW EW NESW NESW NESW ESW !",
        goals="$ oSW oNW",
        hand="xNS map",
        hands={1: "", 2: "xES rockfall SW"},
        pile="",
    )
    table = table_of(state)
    for depth in (1, 2, 3):
        assert sequences(SABOTEUR, state, depth) == counted(table, depth)


def test_the_known_numbers_are_counted_alike() -> None:
    """SAB-3.1: the positions of counts.toml."""
    for entry in tomllib.loads(Path(__file__).with_name("counts.toml").read_text())["position"]:
        random = FastRandom(entry["seed"])
        state = SABOTEUR.deal(entry["seats"], read_options(SABOTEUR, entry["options"]), random)
        for step in islice(walk(SABOTEUR, state, random), entry["after"]):
            state = step.after
        table = table_of(state)
        assert [counted(table, depth) for depth in (1, 2)] == entry["counts"][:2]


@pytest.mark.parametrize("placement", ["connected", "adjacent"])
def test_moves_along_random_games_are_counted_alike(placement: str) -> None:
    """SAB-3.1, SAB-4.1, SAB-4.2, SAB-4.3."""
    options = Options(placement="connected" if placement == "connected" else "adjacent")
    state = SABOTEUR.deal(5, options, FastRandom(6))
    for turn, step in enumerate(walk(SABOTEUR, state, FastRandom(7))):
        if turn % 9 == 0:
            assert sequences(SABOTEUR, step.before, 1) == counted(table_of(step.before), 1)
