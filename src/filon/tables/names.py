"""What people type: one line that can be seen, and names that cannot be mistaken for one another."""

import unicodedata
from typing import Final

from filon.tables.model import AnyTable, Guest
from filon.tables.refusal import Refused

NAME_LONGEST: Final = 24

_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_JOINERS: Final = "\u200c\u200d"
"""Some scripts and many emoji need them."""
_SPACES: Final = str.maketrans(dict.fromkeys("\u2800\u3164\uffa0", " "))
"""Letters and symbols that draw an empty place."""
_IGNORABLE: Final = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Unicode's Default_Ignorable_Code_Point, which the standard library does not know, less `_SPACES`."""

_ROUNDS: Final = 3
"""What one round of folding takes away may leave letters side by side that the next puts together."""


def plain(text: str) -> str:
    """One line without characters that draw nothing or turn the text around (controls, bidi overrides)."""
    spaced = " ".join(text.translate(_SPACES).split())
    return "".join(
        char for char in spaced if unicodedata.category(char) not in _CONTROLS or char in _JOINERS
    ).strip()


def is_blank(text: str) -> bool:
    """Whether a reader would see nothing: marks without a letter to stand on count as nothing too."""
    return all(unicodedata.category(char)[0] in "ZCM" for char in _seen(text))


def likeness(name: str) -> str:
    """The same for names that look the same, whatever their width, case, spaces and unseen characters."""
    folded = _seen(name)
    for _ in range(_ROUNDS):
        folded = _seen(unicodedata.normalize("NFKC", folded.casefold()))
    return folded


def clean_name(table: AnyTable | None, guest: Guest, name: str) -> str:
    """The name as it will be shown; refused if blank, too long or like somebody else's here."""
    shown = plain(name)
    if is_blank(shown) or len(shown) > NAME_LONGEST:
        raise Refused("malformed", f"a name has 1 to {NAME_LONGEST} characters", field="name")
    if table is not None:
        alike = likeness(shown)
        if any(likeness(person.name) == alike for other, person in table.people.items() if other != guest):
            raise Refused("name_taken", "somebody at this table has that name", field="name")
    return shown


def _seen(text: str) -> str:
    return "".join(char for char in text.translate(_SPACES) if not (char.isspace() or _ignorable(char)))


def _ignorable(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _IGNORABLE)
