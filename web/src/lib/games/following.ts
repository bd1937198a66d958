import { Misfit } from '../net/patch';
import type { AnyEvent, AnyView } from '../protocol/games';
import { follow as inCave } from './diamant/follow';
import { follow as onTurn } from './saboteur/follow';

/** A method, so that each game's own, which takes its own views and events only, is one too. */
interface Following {
  follow(view: AnyView, event: AnyEvent): AnyView;
}

const games: Readonly<Partial<Record<string, Following>>> = {
  diamant: { follow: inCave },
  saboteur: { follow: onTurn },
};

/** The view after events of its game that tell all that they change in it. */
export function followed(name: string, view: AnyView, events: readonly AnyEvent[]): AnyView {
  const game = games[name];
  if (!game) throw new Misfit(`nobody follows ${name} here`);
  return events.reduce<AnyView>((before, event) => game.follow(before, event), view);
}
