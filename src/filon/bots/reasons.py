"""Every reason a hint can give, in English. Clients have the same keys in their languages.

Seats are numbers from 0; cards, tiles, rings, secrets have the names of the views, goal 0 is in the north.
"""

from collections.abc import Mapping
from typing import Final

from filon.bots.advice import Why

REASONS: Final[Mapping[str, str]] = {
    "saboteur.reaches": "This card reaches the treasure.",
    "saboteur.reaches_goal": "This card reaches goal {goal}, where the treasure may lie.",
    "saboteur.nearer": "This brings the treasure nearer by {cards} cards: {left} to go.",
    "saboteur.nearer_goal": "This leads {cards} cards nearer to goal {goal}, where it may lie: {left} to go.",
    "saboteur.reopens": "This opens a way again where there was none: {left} cards to go.",
    "saboteur.farther": "It leads away, but there is nothing better.",
    "saboteur.another_way": "This opens a second way, should the first be blocked: still {left} cards to go.",
    "saboteur.no_nearer": "Nothing in your hand leads nearer. This does no harm: still {left} cards to go.",
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
    "saboteur.harmless": "It looks helpful and brings nobody nearer.",
    "saboteur.detour": "A quiet detour: the treasure is {cards} cards farther.",
    "saboteur.block": "It has to be stopped now: the treasure is {cards} cards farther.",
    "saboteur.cut": "Rocks on that card put the treasure {cards} cards farther.",
    "saboteur.away_goal": "This makes the way to goal {goal} {cards} cards longer.",
    "saboteur.cut_off": "With that no way leads to the treasure any more.",
    "saboteur.cut_goal": "With that no way leads to goal {goal} any more.",
    "saboteur.hinder": "Seat {seat} lays no path without the {tool}.",
    "saboteur.map_saboteur": "To lead them astray you must know where it lies: look at goal {goal}.",
    "diamant.no_risk": "No hazard has been seen yet: the next card cannot hurt you.",
    "diamant.go_on": "{risk} in 100 that it ends here; going on is worth {going} gems, leaving {leaving}.",
    "diamant.leave": "{risk} in 100 that you lose all {loot}; going on is worth only {going}.",
    "diamant.floor": "{floor} gems lie on the way out, more than the {loot} you carry.",
    "diamant.even": "Going on and leaving are worth the same, about {leaving} gems.",
    "diamant.behind": "Somebody outside has more than you would bring home: only going on can win.",
    "labyrinth.opens_way": "Turned so, there is a way to the {secret}.",
    "labyrinth.prepares": "No way leads to the {secret} now; this makes one likelier, and harder for others.",
    "labyrinth.towards_duel": "Nothing is left to find: this leads to a duel.",
    "labyrinth.take": "The {secret} is there for you to take, on {at}.",
    "labyrinth.duel_for": "Seat {seat} stands on {at}: there you have to duel for the {secret}.",
    "labyrinth.nearer": "From {at} you would reach the {secret} by {chance} in 100 of all changes.",
    "labyrinth.good_place": "You stand well: {chance} in 100 of all changes lead from {at} to the {secret}.",
    "labyrinth.meet": "On {at} you can challenge seat {seat}, who has more to lose.",
    "labyrinth.closer_to_duel": "{chance} in 100 of all changes lead from {at} to somebody worth a duel.",
    "labyrinth.challenge": "Of this kind ({kind}) you risk {mine} cards, and seat {seat} about {theirs}.",
    "labyrinth.no_duel": "A duel with seat {seat} would risk more than it brings.",
    "labyrinth.swap": "Give a {given} and draw two of the {theirs} cards of seat {seat}.",
    "labyrinth.done": "There is nothing more to do in this turn.",
    "labyrinth.fetch": "The {secret} is yours for the asking.",
    "labyrinth.leave_animal": "With four pawns on its square nobody gets the {secret}: leave it.",
    "labyrinth.throw_evenly": "Throw whatever you like, as long as nobody can foresee it.",
    "labyrinth.far_away": "From {at}, seat {seat} has the longest way.",
    "outofmine.roomier": "The {side} has {room} blocks of two by two: more room to turn a tile.",
    "outofmine.only_face": "It has to be the {side} this time.",
    "outofmine.take": "A {tile} belongs into a way to fill your gallery; {left} are left.",
    "outofmine.scarce": "Only one {tile} is left, and your gallery needs it.",
    "outofmine.place": "Laid from {at} on, the rest can still be filled: {left} squares to go.",
    "outofmine.not_needed": "No way to fill your gallery needs this {tile}.",
    "outofmine.wrong_tile": "The {tile} at {at} would be taken off in the count.",
    "outofmine.in_the_way": "With the {tile} at {at} nothing fills the rest; without it something does.",
    "outofmine.full": "Your gallery is full: call!",
    "outofmine.nothing_better": "With what is left, {empty} squares stay empty whatever you do.",
    "outofmine.try_again": "Others hold what you need: {empty} squares stay empty until a tile comes back.",
}


def tell(why: Why) -> str:
    return REASONS[why.key].format(**why.values)
