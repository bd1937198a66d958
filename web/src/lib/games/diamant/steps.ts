import type { Step } from '../types';
import type { Choice, Event, ExpeditionView, Hidden, View } from '$lib/protocol/diamant';

/** How long each moment is shown. Choices and leaving together stay under half a second before the next card lies. */
const SHOWN_MS = 330;
const RETURNED_MS = 150;
const TURNED_MS = 300;
/** All is lost, at most five times in a game: nobody should miss it. */
const FLED_MS = 1400;
const LEFT_MS = 500;

const inCave = (view: View, change: Partial<ExpeditionView>): View =>
  view.phase.type === 'Expedition' ? { ...view, phase: { ...view.phase, ...change } } : view;

const plus = (chest: number | Hidden, banked: number): number | Hidden =>
  typeof chest === 'number' ? chest + banked : chest;

/** The position as it is drawn after an event. The results all stand in the event; nothing is worked out here. */
function drawn(view: View, event: Event): View {
  const cave = view.phase;
  if (cave.type !== 'Expedition') return view;
  switch (event.type) {
    case 'Chose':
      return inCave(view, { choices: { ...cave.choices, [event.seat]: event.choice } });
    case 'ChoicesShown':
      return inCave(view, { choices: event.choices });
    case 'Returned':
      return {
        ...inCave(view, {
          inside: cave.inside.filter((seat) => !event.seats.includes(seat)),
          gallery: cave.gallery.map((turned, index) => ({ ...turned, left: event.left[index] ?? 0 })),
        }),
        chests: view.chests.map((chest, seat) =>
          event.seats.includes(seat) ? plus(chest, event.banked) : chest,
        ),
      };
    case 'CardTurned':
      return inCave(view, {
        gallery: [...cave.gallery, { card: event.card, left: event.left }],
        loot: cave.loot + event.share,
        pile: cave.pile - 1,
        choices: {},
      });
    case 'CaveFled':
      return { ...inCave(view, { loot: 0 }), removed: [...view.removed, event.hazard] };
    case 'CaveEntered':
      return inCave(view, {
        cave: event.cave,
        gallery: [],
        inside: view.chests.map((_, seat) => seat),
        loot: 0,
        choices: {},
      });
    case 'CaveLeft':
    case 'GameEnded':
      return view;
  }
}

function timing(event: Event): Pick<Step<View, Event>, 'ms' | 'sound'> {
  switch (event.type) {
    case 'Chose':
      return { ms: 0, sound: 'wood' };
    case 'ChoicesShown':
      return { ms: SHOWN_MS, sound: 'card' };
    case 'Returned':
      return { ms: RETURNED_MS, sound: 'gold' };
    case 'CardTurned':
      return { ms: TURNED_MS, sound: event.card.type === 'Danger' ? 'rumble' : 'stone' };
    case 'CaveFled':
      return { ms: FLED_MS, sound: 'lose' };
    case 'CaveLeft':
      return { ms: LEFT_MS };
    case 'CaveEntered':
      return { ms: 0 };
    case 'GameEnded':
      return { ms: 0, sound: 'win' };
  }
}

export function steps(before: View, events: readonly Event[]): Step<View, Event>[] {
  let view = before;
  return events.map((event) => {
    view = drawn(view, event);
    return { event, view, ...timing(event) };
  });
}

export const isHidden = (choice: Choice | Hidden | undefined): choice is Hidden => typeof choice === 'object';
