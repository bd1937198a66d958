"""For people who study the games: random play in bulk, and the faces that other libraries know."""
