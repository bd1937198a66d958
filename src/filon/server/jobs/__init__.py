"""Work that outlives the process that does it: analyses of finished games, puzzles of the day."""
