"""The only list of the games: what each is called, and where its parts are.

A part is a package or a module with one well-known name in it. Of other people's games the host says the
packages, in FILON_GAMES or by `add_games`; docs/add-a-game.md tells the whole of it.
"""

import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from filon.games.contract import AnyGame, Malformed
from filon.games.validate import game_of

T = TypeVar("T")

Part: TypeAlias = Literal[
    "games", "kernels", "batches", "bots", "coach", "lab", "trees", "exploits", "trainings"
]

EXPORTS: Final[dict[Part, tuple[str, str, str]]] = {
    "games": ("games", "", "GAME"),  # the law: a Game (games/contract.py)
    "kernels": ("kernels", ".bridge", "BRIDGE"),  # its fast form: a Bridge (kernels/contract.py)
    "batches": ("kernels", ".batch", "make_batch"),  # many at once: makes a BatchKernel (kernels/contract.py)
    "bots": ("bots", "", "BOTS"),  # who plays it: GameBots (bots/contract.py)
    "coach": ("coach", "", "COACH"),  # who teaches it: a Coach (coach/contract.py)
    "lab": ("lab", ".encoding", "ENCODING"),  # how it looks in arrays: makes an Encoding (lab/encoding.py)
    "trees": ("lab", ".tree", "TRAITS"),  # what a tree of it needs to know: Traits (lab/tree/traits.py)
    "exploits": ("lab", ".exploit", "EXPLOIT"),  # looks for adversaries: an Exploit (lab/exploit/contract.py)
    "trainings": ("lab", ".train", "TRAIN"),  # what makes its models: a Training (lab/training.py)
}
"""The package a part is in, the module there and its name. A game has the first, and some of the others."""

OURS: Final = {
    "saboteur": "filon.{part}.saboteur",
    "diamant": "filon.{part}.diamant",
    "labyrinth": "filon.{part}.labyrinth",
    "outofmine": "filon.{part}.outofmine",
}
"""The games of this package, a line each."""

VARIABLE: Final = "FILON_GAMES"
"""In the environment: packages of other people's games, separated by commas."""

GAMES: Final[dict[str, AnyGame]] = {}
_places: Final[dict[str, str]] = {}


def game_named(name: str) -> AnyGame:
    try:
        return GAMES[name]
    except (KeyError, TypeError):  # no name at all
        raise Malformed("game", f"no game is called {name!r}; there are {', '.join(GAMES)}") from None


@cache
def part(name: str, which: Part) -> Any:
    """A game's own, imported when it is first asked for; None where the game has none of it.

    Raises Malformed where somebody else's game has it and it cannot be imported.
    """
    place = _places[game_named(name).name]
    return _found(place, which) if name in OURS else _of_others(place, which, _found)


def has_part(name: str, which: Part) -> bool:
    """Whether the game has it, without importing any of it."""
    place = _places[game_named(name).name]
    return (_spec(place, which) if name in OURS else _of_others(place, which, _spec)) is not None


def add_games(packages: Iterable[str]) -> None:
    """Other people's games, for this process and those it starts from now on; before any table is opened.

    A package `theirs` has its law in `theirs.games`, its bots in `theirs.bots` and so on; it is looked for in
    the current folder too. Raises Malformed, and adds none then. To add one again changes nothing.
    """
    found: dict[str, tuple[str, AnyGame]] = {}
    for package in dict.fromkeys(packages):
        place = f"{package}.{{part}}"
        if place in _places.values():
            continue
        game = _their_game(package, place)
        if game.name in GAMES or game.name in found:
            raise Malformed(VARIABLE, f"{package} calls its game {game.name!r}, and so does another")
        found[game.name] = place, game
    for name, (place, game) in found.items():
        _places[name], GAMES[name] = place, game
    if found:
        theirs = [place.removesuffix(".{part}") for name, place in _places.items() if name not in OURS]
        os.environ[VARIABLE] = ",".join(theirs)


def _their_game(package: str, place: str) -> AnyGame:
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    found = _of_others(place, "games", _found)
    if found is None:
        raise Malformed(VARIABLE, f"there is no game in {package!r}: it has no {place.format(part='games')}")
    return game_of(package, found)


def _of_others(place: str, which: Part, read: Callable[[str, Part], T]) -> T:
    """Whatever goes wrong while other people's modules are imported is one sentence that names them."""
    try:
        return read(place, which)
    except Malformed:
        raise
    except (Exception, SystemExit) as error:  # a script that ends when it is imported ends nothing here
        what = place.removesuffix(".{part}") if which == "games" else place.format(part=EXPORTS[which][0])
        kind = "" if isinstance(error, ImportError | ValueError) else f"{type(error).__name__}: "
        said = " ".join(f"{kind}{error}".split())
        raise Malformed(VARIABLE, f"{what!r} cannot be loaded: {said}") from error


def _spec(place: str, which: Part) -> ModuleSpec | None:
    """Of the module that has the part."""
    package, inside, _ = EXPORTS[which]
    where = place.format(part=package)
    return find_spec(where + inside) if find_spec(where) else None


def _found(place: str, which: Part) -> Any:
    spec = _spec(place, which)
    if spec is None:
        return None
    module = import_module(spec.name)
    export = EXPORTS[which][2]
    if not hasattr(module, export):
        raise Malformed("game", f"{module.__name__} has no {export}")
    return getattr(module, export)


for _name, _place in OURS.items():
    _places[_name], GAMES[_name] = _place, _found(_place, "games")
add_games(filter(None, map(str.strip, os.environ.get(VARIABLE, "").split(","))))
