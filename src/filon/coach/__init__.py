"""What a finished game teaches: replays, decisions weighed by what their seat knew, luck told from skill."""
