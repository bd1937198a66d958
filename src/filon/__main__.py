"""`python -m filon`."""

from filon.cli import main

main()
