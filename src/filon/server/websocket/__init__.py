"""A player's or spectator's live connection to a table."""
