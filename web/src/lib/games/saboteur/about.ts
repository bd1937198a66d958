import { m } from '$lib/paraglide/messages.js';
import type { About } from '../types';

export const about: About = {
  title: m.saboteur_title,
  line: m.saboteur_line,
  score: m.saboteur_nuggets,
  options: {
    placement: {
      label: m.saboteur_option_placement,
      values: { connected: m.saboteur_option_connected, adjacent: m.saboteur_option_adjacent },
    },
    starter: { label: m.option_starter, values: { first: m.option_first, random: m.option_random } },
  },
  usualSeats: 5,
  intermission: true,
  inTurns: true,
};
