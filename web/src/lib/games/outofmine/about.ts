import { m } from '$lib/paraglide/messages.js';
import type { About } from '../types';

export const about: About = {
  title: m.outofmine_title,
  line: m.outofmine_line,
  score: m.outofmine_points,
  options: {
    referee: {
      label: m.outofmine_option_referee,
      values: { end: m.outofmine_option_end, live: m.outofmine_option_live },
    },
    round_limit: {
      label: m.outofmine_option_limit,
      none: m.option_unlimited,
      offered: [180, 300, 600].map((value) => ({ value, label: () => m.minutes({ count: value / 60 }) })),
    },
    elves: { label: m.outofmine_option_elves, values: { off: m.no, on: m.yes } },
    finds: { label: m.outofmine_option_finds, values: { off: m.no, on: m.yes } },
  },
  usualSeats: 3,
  intermission: true,
  inTurns: false,
};
