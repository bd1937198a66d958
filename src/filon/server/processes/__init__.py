"""Several processes that serve the tables of one machine, behind a parent that lets people in.

The parent accepts connections, looks at the first bytes without taking them, and hands the connection itself
to one of its processes: all viewers of a table to the same one, so that a move is folded and told once.
Nothing depends on that but speed; any process may serve any table, as any machine may.
"""
