"""Diamant: every reason a hint can give. Gems are counted in rubies."""

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "diamant.no_risk": "No hazard has been seen yet: the next card cannot hurt you.",
    "diamant.harmless": "The hazards seen have no copies left: the next card cannot hurt you.",
    "diamant.go_on": "{risk} in 100 that it ends here; going on is worth {going} gems, leaving {leaving}.",
    "diamant.leave": "{risk} in 100 that you lose all {loot}; going on is worth only {going}.",
    "diamant.floor": "{floor} gems lie on the way out, more than the {loot} you carry.",
    "diamant.even": "Going on and leaving are worth nearly the same, about {leaving} gems.",
    "diamant.fewer": "{risk} in 100 that it ends here; whoever leaves now makes your next shares larger.",
    "diamant.first": "The way out holds {floor} gems, and the fewer leave with you, the more are yours.",
    "diamant.behind": "Somebody outside has more than you would bring home: only going on can win.",
    "diamant.chasing": "Somebody inside has more than you: to leave together would leave it so.",
}
