"""Le Labyrinthe Secret: every reason a hint can give. Secrets and rings are named as in the views."""

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "labyrinth.opens_way": "Turned so, there is a way to the {secret}.",
    "labyrinth.opens_with_next": "With one more change after this one there is a way to the {secret}.",
    "labyrinth.prepares": "No way leads to the {secret} in this turn; this is the best chance for the next.",
    "labyrinth.rather_not": "There is a way to the {secret}, but to duel for it is worth less than this.",
    "labyrinth.towards_duel": "Nothing is left to find but in duels: this brings one nearer.",
    "labyrinth.take": "The {secret} is there for you to take, on {at}.",
    "labyrinth.duel_for": "Seat {seat} stands on {at}: there you have to duel for the {secret}.",
    "labyrinth.nearer": "From {at} you would reach the {secret} by {chance} in 100 of all changes.",
    "labyrinth.good_place": "You stand well: {chance} in 100 of all changes lead from {at} to the {secret}.",
    "labyrinth.meet": "On {at} you can challenge seat {seat}: there is more to win than to lose.",
    "labyrinth.meet_anyway": "On {at} you can challenge seat {seat}: only duels lead on now.",
    "labyrinth.closer_to_duel": "{chance} in 100 of all changes lead from {at} to somebody worth a duel.",
    "labyrinth.challenge": "Of this kind ({kind}) you risk {mine} at most, and seat {seat} about {theirs}.",
    "labyrinth.no_duel": "A duel with seat {seat} hardly pays.",
    "labyrinth.swap": "Give a {given} and draw two of the {theirs} cards of seat {seat}.",
    "labyrinth.done": "There is nothing more to do in this turn.",
    "labyrinth.fetch": "The {secret} is yours for the asking.",
    "labyrinth.leave_animal": "With four pawns on its square nobody gets the {secret}: leave it.",
    "labyrinth.throw_evenly": "Throw whatever you like, as long as nobody can foresee it.",
    "labyrinth.far_away": "From {at}, seat {seat} has a long way.",
}
