"""What the lab needs and the core does without: said in one line where it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from filon.games.contract import FilonError


class NotInstalled(FilonError, ImportError):  # noqa: N818 - it reads as what it says of the package
    """A package of an extra is not there. An ImportError, for who tries whether it is."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: pip install filon[{extra}]")
        self.package = package


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Round the imports of what needs an extra: raises NotInstalled for a package that is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in ("", "filon"):
            raise
        raise NotInstalled(package, name) from None
