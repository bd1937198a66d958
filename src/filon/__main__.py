"""`python -m filon`. An old Python reads this file and filon/__init__.py, too: nothing in them may be new."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - from a checkout nobody else would say it
    sys.exit("filon: Python 3.11 or newer is needed; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

from filon.cli import main

main()
