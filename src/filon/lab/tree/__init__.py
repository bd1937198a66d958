"""A game by the law as a tree: decisions and chance, node by node, in positions that never change."""
