"""Bots against bots, by the thousand: who sits where, what comes of it, and how sure that is.

The arena deals and keeps the cards, so it knows states; the players it asks see their seats alone.
"""

from filon.bots.arena.contest import Cast, Contest, hold
from filon.bots.arena.standings import Report, report_of

__all__ = ["Cast", "Contest", "Report", "hold", "report_of"]
