"""All that this coach can say; clients have words for each in their languages."""

from typing import Final

REASONS: Final = (
    "coach.labyrinth.win",
    "coach.labyrinth.take",
    "coach.labyrinth.contest",
    "coach.labyrinth.meet",
    "coach.labyrinth.rather_not",
    "coach.labyrinth.hinder",
    "coach.labyrinth.nearer",
    "coach.labyrinth.reach",
    "coach.labyrinth.apart",
    "coach.labyrinth.closer",
    "coach.labyrinth.guard",
    "coach.labyrinth.more",
    "coach.labyrinth.swap",
    "coach.labyrinth.no_swap",
    "coach.labyrinth.challenge",
    "coach.labyrinth.other_challenge",
    "coach.labyrinth.no_challenge",
    "coach.labyrinth.fetch",
    "coach.labyrinth.decline",
    "coach.labyrinth.place_theirs",
    "coach.labyrinth.place_squares",
    "coach.labyrinth.place_exposed",
    "coach.labyrinth.place_close",
    "coach.labyrinth.place_more",
    "coach.labyrinth.throw",
    "coach.labyrinth.foreseen",
)
KINDS: Final = (
    "labyrinth.missed_secret",
    "labyrinth.reach",
    "labyrinth.walk",
    "labyrinth.challenge",
    "labyrinth.swap",
    "labyrinth.fetch",
    "labyrinth.place",
    "labyrinth.throw",
)
