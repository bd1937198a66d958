"""Saboteur: every reason a hint can give. Cards are named as in the views; goal 0 is in the north."""

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "saboteur.reaches": "This card reaches the treasure.",
    "saboteur.reaches_goal": "This card reaches goal {goal}, where the treasure may lie.",
    "saboteur.nearer": "This brings the treasure nearer by {cards} cards: {left} to go.",
    "saboteur.nearer_goal": "This leads {cards} cards nearer to goal {goal}, where it may lie: {left} to go.",
    "saboteur.reopens": "This opens a way again where there was none: {left} cards to go.",
    "saboteur.farther": "It leads away, but there is nothing better.",
    "saboteur.another_way": "This opens a second way, should the first be blocked: still {left} cards to go.",
    "saboteur.no_nearer": "There is nothing better: it leads no nearer and does no harm, {left} cards to go.",
    "saboteur.no_way": "No way leads on any more: only rocks can help. This does no harm.",
    "saboteur.dead_end": "There is nothing better to do than to lay a dead end.",
    "saboteur.map": "Nobody digs well without knowing where: look at goal {goal}.",
    "saboteur.known": "You know where the treasure is; this map is to spare.",
    "saboteur.clear": "With that card out of the way the treasure is {cards} cards nearer.",
    "saboteur.clear_goal": "With that card out of the way goal {goal} is {cards} cards nearer.",
    "saboteur.suspect": "Seat {seat} looks like a saboteur: break the {tool}.",
    "saboteur.mend_own": "Without your {tool} you lay no path.",
    "saboteur.mend_friend": "Seat {seat} seems honest and needs the {tool}.",
    "saboteur.least_useful": "{card} is what you can best do without.",
    "saboteur.nothing_nearer": "Nothing in your hand leads nearer: {card} is what you can best do without.",
    "saboteur.pass": "Without cards you can only pass.",
    "saboteur.gold": "{nuggets} nuggets are the most there is.",
    "saboteur.helps_them": "It helps the diggers, but there is nothing better.",
    "saboteur.dig_along": "They are still far away: dig with them, and nobody will suspect you.",
    "saboteur.harmless": "It looks helpful and brings nobody nearer.",
    "saboteur.detour": "A quiet detour: the treasure is {cards} cards farther.",
    "saboteur.block": "It has to be stopped now: the treasure is {cards} cards farther.",
    "saboteur.cut": "Rocks on that card put the treasure {cards} cards farther.",
    "saboteur.away_goal": "This makes the way to goal {goal} {cards} cards longer.",
    "saboteur.cut_off": "With that no way leads to the treasure any more.",
    "saboteur.cut_goal": "With that no way leads to goal {goal} any more.",
    "saboteur.hinder": "Seat {seat} lays no path without the {tool}.",
    "saboteur.map_saboteur": "To lead them astray you must know where it lies: look at goal {goal}.",
}
