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

/** In real time nothing is shown late: the position is the newest one at once. */
export const steps = (_before: View, events: readonly Event[], after: View): Step<View, Event>[] =>
  events.map((event) => ({ event, view: after, ms: 0, sound: sound(event) }));
