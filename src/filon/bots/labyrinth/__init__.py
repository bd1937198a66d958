"""Players of Le Labyrinthe Secret."""

from filon.bots.labyrinth.easy import choose_easily
from filon.bots.labyrinth.normal import advise

__all__ = ["advise", "choose_easily"]
