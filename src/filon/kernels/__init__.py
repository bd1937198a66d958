"""Fast forms of the law, for search and simulation: the same games, folded in place on small integers.

`contract.py` says what a kernel is. Each game has a `kernel.py`, which mypyc compiles where there is a C
compiler and which runs interpreted, slower but alike, where there is none; and a `bridge.py`, which takes
states, views and actions of the law across and back. The lockstep tests hold kernel and law together.
"""

from filon.kernels import stream

COMPILED = not stream.__file__.endswith(".py")
"""Whether the kernels run as machine code here; search asks for less where they do not."""
