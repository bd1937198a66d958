import { m } from '$lib/paraglide/messages.js';
import type { About } from '../types';

export const about: About = {
  title: m.diamant_title,
  line: m.diamant_line,
  score: m.diamant_worth,
  options: {
    chests: {
      label: m.diamant_option_chests,
      values: { open: m.diamant_option_open, hidden: m.diamant_option_hidden },
    },
    leftovers: {
      label: m.diamant_option_leftovers,
      values: { together: m.diamant_option_together, per_card: m.diamant_option_per_card },
    },
    artifacts: {
      label: m.diamant_option_artifacts,
      values: { none: m.diamant_option_none, one_per_cave: m.diamant_option_one_per_cave },
    },
  },
  usualSeats: 5,
  intermission: true,
  inTurns: true,
};
