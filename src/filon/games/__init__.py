"""The law of four treasure games: pure, fast to import, no third-party import but msgspec."""
