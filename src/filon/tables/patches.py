"""What changed between two values of one JSON shape, and how to put the change into the older one.

A patch of an object has up to three parts: `=` sets names to new values, `~` patches what names hold already,
`-` lists names that are gone. A patch of an array is either a splice, `[start, deleted, ...inserted]`, or has
the parts of an object's with indexes for names. RFC 6902 says the same in five times the bytes; RFC 7386
cannot set a null or touch a list.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from itertools import compress
from operator import is_not
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple

Patch: TypeAlias = dict[str, Any] | list[Any]
"""What is set or inserted stands in it as it is: structs and tuples, for msgspec to encode."""

_WHOLE: Final[dict[str, Any]] = {"whole": True}
"""In place of a patch: the new value itself is shorter, or the shapes differ."""

_Kind: TypeAlias = tuple[tuple[str, ...], range]
_kinds: dict[type, _Kind | None] = {}


class Differ:
    """Remembers what it found: values that several viewers share are compared once.

    It knows values by identity, so they have to outlive it.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], Patch] = {}

    def difference(self, old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any] | None:
        """A patch that makes `new` of `old`, two structs of one type; None where they are equal."""
        return None if old is new else _of_structs(self, old, new) or None

    def change(self, old: Any, new: Any) -> Patch:
        """A patch between any two values that differ; `_WHOLE` where the new one is what has to be sent."""
        kind = type(new)
        if type(old) is not kind:
            return _WHOLE
        if kind is tuple or kind is list:
            compare: Callable[[Differ, Any, Any], Patch] = _of_arrays
        elif kind is dict:
            compare = _of_dicts
        elif issubclass(kind, msgspec.Struct):
            compare = _of_structs
        else:
            return _WHOLE
        both = id(old), id(new)
        found = self._found.get(both)
        if found is None:
            found = self._found[both] = compare(self, old, new)
        return found


def _of_structs(differ: Differ, old: Any, new: Any) -> dict[str, Any]:
    kind = type(new)
    if kind not in _kinds:
        _kinds[kind] = _kind_of(kind)
    known = _kinds[kind]
    if known is None:
        return _WHOLE
    patch: dict[str, Any] = {}
    olds, news = astuple(old), astuple(new)
    for at in compress(known[1], map(is_not, olds, news)):
        if olds[at] != news[at]:
            _note(differ, patch, known[0][at], olds[at], news[at])
    return patch


def _kind_of(kind: Any) -> _Kind | None:
    """How to look into structs of this type; None for those that are only ever sent whole."""
    fields: tuple[str, ...] = kind.__struct_fields__
    config = kind.__struct_config__
    if len(fields) < 2 or config.omit_defaults or config.array_like:
        return None
    return kind.__struct_encode_fields__, range(len(fields))


def _of_dicts(differ: Differ, old: dict[Any, Any], new: dict[Any, Any]) -> dict[str, Any]:
    if not old or not new:
        return _WHOLE
    patch: dict[str, Any] = {}
    for name, value in new.items():
        before = old.get(name, UNSET)
        if before is not value and before != value:
            _note(differ, patch, name, before, value)
    for name in old:
        if name not in new:
            patch.setdefault("-", []).append(str(name.value if isinstance(name, Enum) else name))
    return patch


def _of_arrays(differ: Differ, old: Any, new: Any) -> Patch:
    before, after = len(old), len(new)
    if before == after:
        return _by_index(differ, old, new)
    if 0 < before < after and new[:before] == old:
        return [before, 0, *new[before:]]
    least = min(before, after)
    start = 0
    while start < least and (old[start] is new[start] or old[start] == new[start]):
        start += 1
    end = 0
    while end < least - start and (old[-1 - end] is new[-1 - end] or old[-1 - end] == new[-1 - end]):
        end += 1
    return [start, before - start - end, *new[start : after - end]] if start or end else _WHOLE


def _by_index(differ: Differ, old: Any, new: Any) -> Patch:
    changed = [at for at, one in enumerate(old) if one is not new[at] and one != new[at]]
    if len(changed) == len(new):
        return _WHOLE
    patch: dict[str, Any] = {}
    for at in changed:
        _note(differ, patch, at, old[at], new[at])
    return patch


def _note(differ: Differ, patch: dict[str, Any], name: Any, old: Any, new: Any) -> None:
    """Writes into the patch of an object what became of one of its values, which has changed."""
    if new is UNSET:
        patch.setdefault("-", []).append(name)
        return
    found = _WHOLE if old is UNSET else differ.change(old, new)
    if found is _WHOLE:
        patch.setdefault("=", {})[name] = new
    else:
        patch.setdefault("~", {})[name] = found


def patched(value: Any, patch: Any) -> Any:
    """The newer value, from the older one and a patch, both as JSON says them; neither is changed."""
    if isinstance(patch, list):
        start, deleted, *inserted = patch
        return [*value[:start], *inserted, *value[start + deleted :]]
    fresh: Any = list(value) if isinstance(value, list) else dict(value)
    gone: list[str] = patch.get("-", [])
    for name in gone:
        del fresh[name]
    into: Mapping[str, Any] = patch.get("~", {})
    for name, inner in into.items():
        at = int(name) if isinstance(fresh, list) else name
        fresh[at] = patched(fresh[at], inner)
    wholes: Mapping[str, Any] = patch.get("=", {})
    for name, whole in wholes.items():
        fresh[int(name) if isinstance(fresh, list) else name] = whole
    return fresh
