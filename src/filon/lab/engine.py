"""Which of a game's two forms plays. Apart, so that a command can offer them before it loads either."""

from enum import Enum


class Engine(Enum):
    LAW = "law"
    KERNEL = "kernel"
