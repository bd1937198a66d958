"""Each seat's share of the win, by the whole position but never by the order of a pile.

The chance that the diggers win the round is logistic in what lies on the table and in the hands; its
coefficients were fitted to rounds between the players of playouts (tools/fit_saboteur_value.py). What a won
or lost round is worth in the game, `standing.py` says. A rough value is enough: it takes chance out of a
result and never shifts its mean.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import exp
from typing import Final

from filon.coach.saboteur.fitted import WEIGHTS
from filon.coach.saboteur.standing import after_win, settled, shared_out
from filon.games.saboteur.gold import scores
from filon.games.saboteur.maze import JOINED, SHAPES, Cell, Shape, place_of
from filon.games.saboteur.model import Digging, Round, SharingGold, State
from filon.games.saboteur.pieces import BREAKS, PATH_COUNTS, REPAIRS, ROUNDS, Card, Role
from filon.kernels.saboteur.kernel_maze import Maze
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.saboteur.states import frame_cell

PASSAGES: Final = frozenset(card for card in PATH_COUNTS if SHAPES[card][0] & JOINED)
_BLOCKS: Final = frozenset(card for card in PATH_COUNTS if card not in PASSAGES) | {Card.ROCKFALL}
_STEEPEST: Final = 30.0
_MAZES: Final = 4096
"""Positions after one decision, with chance drawn anew, have one maze."""


def value(state: State) -> tuple[float, ...]:
    now = scores(state)
    left = ROUNDS - state.round.number
    match state.phase:
        case Digging():
            win = diggers_chance(state)
            won, lost = after_win(state, now, diggers=True), after_win(state, now, diggers=False)
            return tuple(win * one + (1 - win) * other for one, other in zip(won, lost, strict=True))
        case SharingGold(chooser, cards) if chooser is not None:
            return settled(shared_out(state, now, chooser, cards), left)
        case _:
            return settled(now, left)


def diggers_chance(state: State) -> float:
    """That the treasure is reached in this round, which is still dug."""
    weights = WEIGHTS[len(state.round.hands)]
    log_odds = sum(weight * figure for weight, figure in zip(weights, figures(state), strict=True))
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, log_odds))))


def figures(state: State) -> tuple[float, ...]:
    """What the model goes by, each of the order of 1."""
    table = state.round
    missing = missing_cards(state)
    diggers = [seat for seat, role in enumerate(table.roles) if role is Role.DIGGER]
    saboteurs = [seat for seat, role in enumerate(table.roles) if role is Role.SABOTEUR]
    honest = len(diggers) / len(table.roles)
    able = [seat for seat in diggers if not table.broken[seat]]
    to_come = sum(len(table.hands[seat]) for seat in diggers) + len(table.pile) * honest
    passages = _held(table, diggers, PASSAGES)
    ready = _held(table, able, PASSAGES)
    drawn = sum(card in PASSAGES for card in table.pile) * honest
    broken = len(diggers) - len(able)
    near = 1 / (1 + missing)
    return (
        1.0,
        missing / 7,
        float(missing <= 1),
        float(missing <= 2),
        float(missing <= 4),
        to_come / 40,
        min(3.0, missing / (1 + passages + drawn)),
        min(3.0, passages * near),
        min(3.0, ready * near),
        len(saboteurs) / 2,
        float(not saboteurs),
        len(saboteurs) * missing / 14,
        broken / len(diggers),
        float(not able),
        sum(bool(table.broken[seat]) for seat in saboteurs) / 2,
        _held(table, saboteurs, _BLOCKS) * near,
        _held(table, saboteurs, BREAKS) * near,
        _held(table, diggers, REPAIRS) / 4 * broken / len(diggers),
        float(_known(table, diggers)),
        float(_lays_next(state, able)) * near,
    )


def missing_cards(state: State) -> int:
    """To the treasure, by the maze as it lies."""
    table = state.round
    treasure = next(which for which, goal in enumerate(table.goals) if goal.card is Card.TREASURE)
    return _missing(tuple(table.maze.items()), treasure)


@lru_cache(maxsize=_MAZES)
def _missing(laid: tuple[tuple[Cell, Shape], ...], treasure: int) -> int:
    maze = Maze(adjacent=False)
    maze.clear()
    for cell, shape in laid:
        if cell:
            maze.lay(frame_cell(place_of(cell)), shape)
    return int(Ways().missing(maze, treasure))


def _held(table: Round, seats: Iterable[int], kinds: Iterable[Card]) -> int:
    return sum(card in kinds for seat in seats for card in table.hands[seat])


def _known(table: Round, diggers: Iterable[int]) -> bool:
    """Whether a digger has seen the treasure, or both stones lie open."""
    treasure = next(goal for goal in table.goals if goal.card is Card.TREASURE)
    stones_up = sum(goal.face_up for goal in table.goals)
    return stones_up > 1 or any(seat in treasure.seen_by for seat in diggers)


def _lays_next(state: State, able: Iterable[int]) -> bool:
    """Whether the seat that has the turn is a digger that can lay a passage somewhere."""
    phase = state.phase
    assert isinstance(phase, Digging), "nobody lays cards when a round is over"
    return phase.turn in able and any(card in PASSAGES for card in state.round.hands[phase.turn])
