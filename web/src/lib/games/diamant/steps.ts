import type { Step } from '../types';
import type { CaveEntered, Event, ExpeditionView, View } from '$lib/protocol/diamant';
import { follow } from './follow';

/** How long each moment is shown. Choices and leaving together stay under half a second before the next card lies. */
const SHOWN_MS = 330;
const RETURNED_MS = 150;
const TURNED_MS = 300;
/** The deadly card lies open before the mountain answers. */
const DEADLY_MS = 1000;
/** All is lost: nobody should miss it. What it cost whom is then drawn as long as the table pauses. */
const FLED_MS = 3200;
const LEFT_MS = 1800;

type Timing = Pick<Step<View, Event>, 'ms' | 'sound' | 'great'>;

/** How many cards the new pile has, the event hides; the position after it tells. */
function entered(view: View, { cave }: CaveEntered, after: View): View {
  const then = after.phase.type === 'Expedition' ? after.phase : null;
  return {
    ...view,
    phase: {
      type: 'Expedition',
      cave,
      pile: then ? then.pile + then.gallery.length : 0,
      gallery: [],
      inside: view.chests.map((_, seat) => seat),
      loot: 0,
      choices: {},
    },
  };
}

/** The position as it is drawn after an event. The results all stand in the event; nothing is worked out here. */
function drawn(view: View, event: Event, after: View): View {
  const cave = view.phase;
  if (event.type === 'CaveEntered') return entered(view, event, after);
  if (cave.type === 'CaveOver' && event.type === 'Continued')
    return { ...view, phase: { ...cave, ready: [...cave.ready, event.seat] } };
  switch (event.type) {
    case 'ChoicesShown': // to be looked at, until the next card or the end of the cave
      return cave.type === 'Expedition' ? { ...view, phase: { ...cave, choices: event.choices } } : view;
    case 'CardTurned':
      return follow(follow(view, { type: 'ChoicesShown', choices: {} }), event);
    case 'Continued':
    case 'GameEnded':
      return view;
    default:
      return follow(view, event);
  }
}

function timing(event: Event, next: Event | undefined, seat: number | null, lost: boolean): Timing {
  switch (event.type) {
    case 'Chose':
      return { ms: 0, sound: 'wood' };
    case 'ChoicesShown':
      return { ms: SHOWN_MS, sound: 'card' };
    case 'Returned':
      return { ms: RETURNED_MS, sound: 'gold' };
    case 'CardTurned':
      if (next?.type === 'CaveFled') return { ms: DEADLY_MS, sound: 'rumble', great: true };
      return { ms: TURNED_MS, sound: event.card.type === 'Danger' ? 'rumble' : 'stone' };
    case 'CaveFled':
      return { ms: FLED_MS, sound: lost ? 'lose' : seat === null ? 'rumble' : 'gold', great: true };
    case 'CaveLeft':
      return { ms: LEFT_MS, sound: 'gold', great: true };
    case 'Continued':
    case 'CaveEntered':
      return { ms: 0 };
    case 'GameEnded':
      return { ms: 0, sound: 'win' };
  }
}

export function steps(before: View, events: readonly Event[], after: View): Step<View, Event>[] {
  let view = before;
  return events.map((event, index) => {
    view = index === events.length - 1 ? after : drawn(view, event, after);
    const { seat, phase } = view;
    const lost = phase.type === 'CaveOver' && seat !== null && seat in phase.lost;
    return { event, view, ...timing(event, events[index + 1], seat, lost) };
  });
}

/** A hazard that lies in the gallery twice: this cave is over, even while its last card is still being looked at. */
export const isDeadly = ({ gallery }: Pick<ExpeditionView, 'gallery'>): boolean => {
  const hazards = gallery.flatMap(({ card }) => (card.type === 'Danger' ? [card.hazard] : []));
  return new Set(hazards).size < hazards.length;
};
