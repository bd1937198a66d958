import type { Lesson } from '$lib/learn/types';
import { m } from '$lib/paraglide/messages.js';
import type { Action, Choice, Event, ExpeditionView, Turned, View } from '$lib/protocol/diamant';

const gems = (stones: number, left: number): Turned => ({ card: { type: 'Gems', stones }, left });
const danger = (hazard: 'snakes' | 'gas'): Turned => ({ card: { type: 'Danger', hazard }, left: 0 });

function cave(part: Partial<ExpeditionView>, chests: readonly number[] = [0, 0, 0, 0]): View {
  return {
    seat: 0,
    options: { chests: 'open', leftovers: 'together', artifacts: 'none' },
    chests,
    phase: {
      type: 'Expedition',
      cave: 1,
      pile: 29,
      gallery: [],
      inside: [0, 1, 2, 3],
      loot: 0,
      choices: {},
      ...part,
    },
    removed: [],
    artifacts_turned: 0,
    takings: [],
  };
}

/** One button at a time: what the step asks for is all that can be pressed. */
const only = (choice: Choice) => ({
  legal: [{ type: 'Choose', choice }] satisfies readonly Action[],
  wanted: (action: Action) => action.type === 'Choose' && action.choice === choice,
});

const first = [gems(11, 3)];
const warned = [...first, danger('snakes')];
const deeper = [...warned, gems(7, 3)];
const emptied = [gems(11, 0), danger('snakes'), gems(7, 0)];

const fled: View = {
  ...cave({}, [9, 0, 0, 0]),
  phase: {
    type: 'CaveOver',
    cave: 1,
    pile: 26,
    gallery: [...emptied, danger('snakes')],
    hazard: 'snakes',
    lost: { 1: 3, 2: 3, 3: 3 },
    ready: [],
  },
  removed: ['snakes'],
  takings: [[9, 0, 0, 0]],
};

/** Five positions of one cave: a share, a warning, the way out with what lies about, and why it was time. */
export function lesson(names: readonly string[]): Lesson<View, Action, Event> {
  return {
    people: names,
    seat: 0,
    steps: [
      {
        say: m.diamant_learn_share,
        view: cave({ gallery: first, loot: 2 }),
        legal: [],
      },
      {
        say: m.diamant_learn_go,
        view: cave({ gallery: first, loot: 2, choices: { 1: { type: 'hidden' }, 2: { type: 'hidden' } } }),
        ...only('go_on'),
        then: {
          events: [
            { type: 'Chose', seat: 0, choice: 'go_on' },
            { type: 'ChoicesShown', choices: { 0: 'go_on', 1: 'go_on', 2: 'go_on', 3: 'go_on' } },
            { type: 'CardTurned', card: { type: 'Danger', hazard: 'snakes' }, share: 0, left: 0 },
          ],
          view: cave({ gallery: warned, loot: 2, pile: 28 }),
        },
      },
      {
        say: m.diamant_learn_warning,
        view: cave({ gallery: warned, loot: 2, pile: 28 }),
        ...only('go_on'),
        then: {
          events: [
            { type: 'ChoicesShown', choices: { 0: 'go_on', 1: 'go_on', 2: 'go_on', 3: 'go_on' } },
            { type: 'CardTurned', card: { type: 'Gems', stones: 7 }, share: 1, left: 3 },
          ],
          view: cave({ gallery: deeper, loot: 3, pile: 27 }),
        },
      },
      {
        say: m.diamant_learn_leave,
        view: cave({ gallery: deeper, loot: 3, pile: 27 }),
        ...only('leave'),
        then: {
          events: [
            { type: 'ChoicesShown', choices: { 0: 'leave', 1: 'go_on', 2: 'go_on', 3: 'go_on' } },
            { type: 'Returned', seats: [0], banked: 9, left: [0, 0, 0] },
            { type: 'CardTurned', card: { type: 'Danger', hazard: 'snakes' }, share: 0, left: 0 },
            { type: 'CaveFled', cave: 1, hazard: 'snakes' },
          ],
          view: fled,
        },
      },
      {
        say: m.diamant_learn_fled,
        view: fled,
        legal: [],
      },
    ],
  };
}
