"""For people who study the games: random play in bulk, and what benchmarks share."""
