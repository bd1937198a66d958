"""What happens by itself: clocks, the tables' own actions, turns of bots."""
