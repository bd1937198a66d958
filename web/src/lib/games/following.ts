import { Misfit } from '../net/patch';
import type { AnyEvent, AnyView } from '../protocol/games';

/** Each game's own takes its own views and events only; which they are is what the name says. */
type Follow = (view: AnyView, event: AnyEvent) => AnyView;

const followers = import.meta.glob<Follow>('./*/follow.ts', { import: 'follow', eager: true });

/** Whether this client knows what the events of a game change; a game without a board here tells it in patches. */
export const canFollow = (name: string): boolean => `./${name}/follow.ts` in followers;

/** The view after events of its game that tell all that they change in it. */
export function followed(name: string, view: AnyView, events: readonly AnyEvent[]): AnyView {
  const follow = followers[`./${name}/follow.ts`];
  if (!follow) throw new Misfit(`nobody follows ${name} here`);
  return events.reduce<AnyView>((before, event) => follow(before, event), view);
}
