import { m } from '$lib/paraglide/messages.js';
import type { About } from '../types';

export const about: About = {
  title: m.labyrinth_title,
  line: m.labyrinth_line,
  score: m.labyrinth_score,
  options: {
    starter: { label: m.option_starter, values: { first: m.option_first, random: m.option_random } },
    corridors: {
      label: m.labyrinth_option_corridors,
      values: { clockwise: m.labyrinth_option_clockwise, either: m.labyrinth_option_either },
    },
    memory: {
      label: m.labyrinth_option_memory,
      values: { on: m.labyrinth_option_memory_on, off: m.labyrinth_option_memory_off },
    },
    goal: {
      label: m.labyrinth_option_goal,
      values: { 7: m.labyrinth_option_seven, 6: m.labyrinth_option_six },
    },
    turn_limit: {
      label: m.labyrinth_option_limit,
      none: m.option_unlimited,
      offered: [60, 120, 200].map((value) => ({
        value,
        label: () => m.labyrinth_option_turns({ count: value }),
      })),
    },
  },
  usualSeats: 3,
  intermission: false,
  inTurns: true,
};
