import type { Event, RoundCounted, View } from '$lib/protocol/outofmine';
import type { SoundName } from '$lib/sound/sounds';
import type { Step } from '../types';
import { timing, type Stage } from './count';

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

/** The position while a count is told: as after it, with the scores of before. */
export interface Counting extends View {
  readonly stage: Stage;
}
const isCounting = (view: View): view is Counting => 'stage' in view;

/** How far the latest count has been told: wholly, unless it is being told just now. */
export const stageOf = (view: View): Stage => (isCounting(view) ? view.stage : 'total');

const SOUNDS: Readonly<Partial<Record<Stage, SoundName>>> = {
  wrong: 'rumble',
  empty: 'stone',
  call: 'gold',
  elves: 'stone',
  finds: 'stone',
};

/** The count in its order, each part a great moment; nothing of what it comes to is in the views before its end. */
export function told(before: View, event: RoundCounted, after: View): Step<View, Event>[] {
  const { elves, finds } = after.options;
  const plan = timing(event.sheet.counts, { elves: elves === 'on', finds: finds === 'on' });
  return plan.map(([stage, ms]) => {
    if (stage === 'total') return { event, view: after, ms: 0, sound: 'chime' };
    const view: Counting = { ...after, scores: before.scores, points: before.points, stage };
    return { event, view, ms, great: true, sound: SOUNDS[stage] };
  });
}

/** In real time nothing is shown late: the position is the newest one at once; but for the count, which stops it. */
export function steps(before: View, events: readonly Event[], after: View): Step<View, Event>[] {
  const counting = after.phase.type === 'Counted';
  const shout: Counting = { ...after, scores: before.scores, points: before.points, stage: 'shout' };
  const end = counting ? events.findIndex(({ type }) => type === 'RoundCounted') : -1;
  return events.flatMap((event, at): Step<View, Event>[] =>
    at === end && event.type === 'RoundCounted'
      ? told(before, event, after)
      : [{ event, view: at < end ? shout : after, ms: 0, sound: sound(event) }],
  );
}
