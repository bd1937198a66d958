"""The kernel of Le Labyrinthe Secret."""
