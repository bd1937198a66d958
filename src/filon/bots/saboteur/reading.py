"""What diggers did not do: cards that they would have played do not lie in their hands.

Everybody is taken to weigh as the normal level does. Who leaves a tool broken has nothing to mend it with,
and who throws a card away holds none that leads nearer. It also tells where the treasure cannot be: who has
looked and then digs elsewhere knows why.
"""

from collections.abc import Sequence
from typing import Any, Final

from filon.games.contract import Hidden, Seat
from filon.games.saboteur.model import (
    BreakTool,
    CardDiscarded,
    Discard,
    DropRocks,
    Event,
    GoalRevealed,
    GoalSeen,
    PathPlaced,
    PlacePath,
    ReadMap,
    RepairTool,
    RocksFell,
    ToolBroken,
    ToolRepaired,
)
from filon.games.saboteur.pieces import Card, Tool
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_imagine import SaboteurImaginer
from filon.kernels.saboteur.kernel_reading import REMEMBERED, Watcher
from filon.kernels.stream import Stream

_SENSELESS: Final = 0.25
"""How much less likely a treasure is with which a choice would have made no sense."""


def read(
    events: Sequence[Event],
    trusted: Sequence[Seat],
    treasure: Sequence[float],
    imaginer: SaboteurImaginer,
) -> list[float]:
    """Tells the imaginer what the trusted lack, and how likely each goal has the treasure in this light.

    `events` are the round's, as far as they are known; nothing is read from a part of them.
    """
    sketch = imaginer.sketch(Stream(0))
    if not told_from_the_deal(events, int(sketch.maze.laid_count)):
        return list(treasure)
    choices = [choice for event in events if (choice := _choice(sketch, event))]
    recent = _recent(choices, trusted)
    likely = [0.0] * len(treasure)
    for which, chance in enumerate(treasure):
        if not chance:
            continue
        watcher = Watcher(sketch, which)
        for number, (seat, code) in enumerate(choices):
            watcher.watch(seat, code, judged=number in recent)
        likely[which] = chance * _SENSELESS**watcher.against
        for seat in trusted:
            for place in range(REMEMBERED):
                imaginer.rule_out(which, seat, place, watcher.lacks(seat, place))
    return [chance / sum(likely) for chance in likely]


def told_from_the_deal(events: Sequence[Event], laid: int) -> bool:
    """Whether these events laid all that lies in the maze, and all that fell or was mended before it did."""
    maze: set[tuple[int, int]] = set()
    broken: set[tuple[Seat, Tool]] = set()
    for event in events:
        match event:
            case PathPlaced(at=at) | GoalRevealed(at=at):
                maze.add(at)
            case RocksFell(at=at):
                if at not in maze:
                    return False
                maze.remove(at)
            case ToolBroken(_, target, tool):
                broken.add((target, tool))
            case ToolRepaired(_, _, target, tool):
                if (target, tool) not in broken:
                    return False
                broken.remove((target, tool))
            case _:
                pass
    return len(maze) + 1 == laid


def _recent(choices: Sequence[tuple[Seat, int]], trusted: Sequence[Seat]) -> set[int]:
    """The numbers of the last choices of each that can tell about cards still held."""
    return {
        number
        for seat in trusted
        for number in [at for at, (who, _) in enumerate(choices) if who == seat][-REMEMBERED:]
    }


def _choice(kernel: SaboteurKernel, event: Event) -> tuple[Seat, int] | None:
    match event:
        case PathPlaced(seat, card, at, turned):
            action: Any = PlacePath(card, at, turned)
        case RocksFell(seat, at, _):
            action = DropRocks(at)
        case ToolBroken(seat, target, tool):
            action = BreakTool(tool, target)
        case ToolRepaired(seat, card, target, tool):
            action = RepairTool(card, target, tool)
        case GoalSeen(seat, at, _):
            action = ReadMap(at)
        case CardDiscarded(seat, card):
            action = Discard(Card.NS if isinstance(card, Hidden) else card)
        case _:
            return None
    return seat, SABOTEUR_BRIDGE.code(kernel, action)
