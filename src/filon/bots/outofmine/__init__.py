"""Players of Out of Mine!"""

from filon.bots.outofmine.easy import choose_easily
from filon.bots.outofmine.normal import advise

__all__ = ["advise", "choose_easily"]
