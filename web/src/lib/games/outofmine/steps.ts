import type { Event, View } from '$lib/protocol/outofmine';
import type { SoundName } from '$lib/sound/sounds';
import type { Step } from '../types';

/** My own tiles sound when I move them; of the others' only what ends or begins something is heard. */
function sound(event: Event): SoundName | undefined {
  switch (event.type) {
    case 'CardsTurned':
      return 'card';
    case 'Called':
      return 'gold';
    case 'TimeRanOut':
      return 'rumble';
    case 'AllReady':
    case 'FaceChosen':
      return 'wood';
    case 'GameEnded':
      return 'win';
    default:
      return undefined;
  }
}

/** After the last round nobody waits for anything but the winner: the count is told first. */
const LAST_COUNT_MS = 3900;

/** In real time nothing is shown late: the position is the newest one at once. */
export function steps(_before: View, events: readonly Event[], after: View): Step<View, Event>[] {
  const ended = events.some(({ type }) => type === 'GameEnded');
  return events.map((event) => ({
    event,
    view: after,
    ms: ended && event.type === 'RoundCounted' ? LAST_COUNT_MS : 0,
    sound: sound(event),
  }));
}
