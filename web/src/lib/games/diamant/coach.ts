import { m } from '$lib/paraglide/messages.js';
import type { Action, View } from '$lib/protocol/diamant';
import type { CoachWords } from '../types';
import { Figures, type Why } from '../reasons';

const action = (one: Action): string => {
  if (one.type === 'Continue') return m.diamant_ready();
  return one.choice === 'leave' ? m.diamant_leave() : m.diamant_go_on();
};

/** What won more often may carry home less: then the gems are no reason, and the standings are. */
function reason(why: Why): string | null {
  const figures = new Figures(why);
  const of = (name: string) => figures.shown(name);
  const [risk, going, leaving] = [of('risk'), of('going'), of('leaving')];
  const bolder = figures.number('going') >= figures.number('leaving');
  switch (why.key) {
    case 'coach.diamant.go_on':
      return bolder
        ? m.diamant_coach_go_on({ risk, going, leaving })
        : m.diamant_coach_bold({ risk, going, leaving });
    case 'coach.diamant.leave':
      return bolder
        ? m.diamant_coach_safe({ risk, going, leaving })
        : m.diamant_coach_leave({ risk, going, leaving });
    case 'coach.diamant.alone_go':
      return bolder
        ? m.diamant_coach_alone_go({ risk, going, leaving })
        : m.diamant_coach_bold({ risk, going, leaving });
    case 'coach.diamant.alone_leave':
      return bolder
        ? m.diamant_coach_safe({ risk, going, leaving })
        : m.diamant_coach_alone_leave({ risk, going, leaving });
    default:
      return null;
  }
}

function kind(name: string): string | null {
  const [, which, hazards] = /^diamant\.(early|late)_(\d)$/.exec(name) ?? [];
  const count = Number(hazards);
  switch (which) {
    case 'early':
      return m.diamant_coach_early({ count });
    case 'late':
      return m.diamant_coach_late({ count });
    default:
      return null;
  }
}

export const words: CoachWords<View, Action> = { reason, kind, action };
