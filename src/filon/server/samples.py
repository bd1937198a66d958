"""The metrics of several processes as one page, as Prometheus reads it."""

from collections.abc import Mapping
from typing import Final

_OF_THE_STORE: Final = frozenset({"filon_tables", "filon_guests"})
"""The same whichever process counts them: told once, and of no process."""


def joined(own: str, name: str, others: Mapping[str, str | None]) -> str:
    """Every sample says by the label `process` which one it is of; one that is not there says nothing."""
    families: dict[str, tuple[list[str], list[str]]] = {}
    for process, text in {name: own, **others}.items():
        heads: list[str] = []
        samples: list[str] = []
        family = ""
        for line in (text or "").splitlines():
            if line.startswith("# "):
                family = line.split(" ", 3)[2]
                heads, samples = families.setdefault(family, ([], []))
                if line not in heads:
                    heads.append(line)
            elif family not in _OF_THE_STORE:
                samples.append(_labelled(line, process))
            elif process == name:
                samples.append(line)
    return "".join(f"{line}\n" for parts in families.values() for part in parts for line in part)


def _labelled(sample: str, process: str) -> str:
    name, space, value = sample.partition(" ")
    if "{" in name:
        name, _, rest = sample.partition("{")
        return f'{name}{{process="{process}",{rest}'
    return f'{name}{{process="{process}"}}{space}{value}'
