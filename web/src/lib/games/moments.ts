import type { Step } from './types';

/**
 * One step an event, each with the position as it is drawn after it. The last is drawn as the server saw it: what a view
 * hides, no event may show for longer.
 */
export function moments<View, Event>(
  before: View,
  events: readonly Event[],
  after: View,
  drawn: (view: View, event: Event) => View,
  timing: (event: Event) => Pick<Step<View, Event>, 'ms' | 'sound'>,
): Step<View, Event>[] {
  let view = before;
  return events.map((event, index) => {
    view = index === events.length - 1 ? after : drawn(view, event);
    return { event, view, ...timing(event) };
  });
}
