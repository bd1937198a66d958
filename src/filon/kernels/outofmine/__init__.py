"""Out of Mine!: the whole game in small integers, and the packing solver that its bots think with."""
