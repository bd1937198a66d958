"""Le Labyrinthe Secret in arrays."""
