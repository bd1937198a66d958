"""Our own forty treasure cards: OOM-1.4, and for the expert game OOM-1.5."""

from collections.abc import Mapping
from typing import Final

import msgspec

from filon.games.outofmine.pieces import CardId, Colour, Find


class Card(msgspec.Struct, frozen=True, gc=False):
    """How many tiles of each colour may be used, and what each find on them counts."""

    tiles: dict[Colour, int]
    finds: dict[Find, int]


_CARDS: Final = """
    -  1B 3G 1R 1W   gold+2 worm-1
    -  2B 1G 2R 1W   gold+2 rat-2
    -  2B 2G -  2W   silver+2 worm-2
    -  2B 4G 1R -    silver+1 worm-1 rat-1
    -  3B -  1R 2W   gold+1 silver+1 worm-2
    -  3B 2G 2R -    gold+1 rat-1
    -  3B 3G -  1W   gold+2 silver+1 rat-2
    -  4B 1G 1R 1W   silver+2 rat-1
    1Y -  2G 2R 1W   silver+1 worm-1
    1Y -  3G -  2W   gold+1 silver+2 worm-1 rat-1
    1Y 1B -  3R 1W   gold+2 worm-1
    1Y 1B 1G 1R 2W   gold+2 rat-2
    1Y 1B 3G 2R -    silver+2 worm-2
    1Y 1B 4G -  1W   silver+1 worm-1 rat-1
    1Y 2B 1G 3R -    gold+1 silver+1 worm-2
    1Y 2B 2G 1R 1W   gold+1 rat-1
    1Y 3B -  2R 1W   gold+2 silver+1 rat-2
    1Y 3B 1G -  2W   silver+2 rat-1
    1Y 3B 3G 1R -    silver+1 worm-1
    1Y 4B 1G 2R -    gold+1 silver+2 worm-1 rat-1
    1Y 4B 2G -  1W   gold+2 worm-1
    2Y -  3G 1R 1W   gold+2 rat-2
    2Y 1B 1G 2R 1W   silver+2 worm-2
    2Y 1B 2G -  2W   silver+1 worm-1 rat-1
    2Y 1B 4G 1R -    gold+1 silver+1 worm-2
    2Y 2B -  1R 2W   gold+1 rat-1
    2Y 2B 2G 2R -    gold+2 silver+1 rat-2
    2Y 2B 3G -  1W   silver+2 rat-1
    2Y 3B 1G 1R 1W   silver+1 worm-1
    2Y 4B 2G 1R -    gold+1 silver+2 worm-1 rat-1
    3Y -  1G 1R 2W   gold+2 worm-1
    3Y -  3G 2R -    gold+2 rat-2
    3Y 1B 1G 3R -    silver+2 worm-2
    3Y 1B 2G 1R 1W   silver+1 worm-1 rat-1
    3Y 2B -  2R 1W   gold+1 silver+1 worm-2
    3Y 2B 1G -  2W   gold+1 rat-1
    3Y 2B 3G 1R -    gold+2 silver+1 rat-2
    3Y 3B 1G 2R -    silver+2 rat-1
    3Y 3B 2G -  1W   silver+1 worm-1
    3Y 4B -  1R 1W   gold+1 silver+2 worm-1 rat-1
"""

_INITIALS: Final = {colour.value[0].upper(): colour for colour in Colour}


def _card(line: str) -> Card:
    tiles: dict[Colour, int] = {}
    finds: dict[Find, int] = {}
    for word in line.split():
        if word[-1] in _INITIALS:
            tiles[_INITIALS[word[-1]]] = int(word[:-1])
        elif word != "-":
            finds[Find(word[:-2])] = int(word[-2:])
    return Card(tiles, finds)


TREASURES: Final[Mapping[CardId, Card]] = {
    CardId(number): _card(line) for number, line in enumerate(_CARDS.strip().splitlines(), start=1)
}
ALL_CARDS: Final = tuple(TREASURES)
