import type { AnyEvent } from '../protocol/games';
import type { ReplayTable } from './table.svelte';

/** A line of what happened, as the log of live play writes it. */
export interface Line {
  readonly key: string;
  /** The position after the move it is about. */
  readonly position: number;
  readonly text: string;
  readonly seat: number | null;
  readonly event: AnyEvent;
}

/** All that these eyes saw happen, in words. */
export function linesOf(table: ReplayTable): readonly Line[] {
  const { telling } = table;
  return table.replay.steps.flatMap(({ events }, index) =>
    events.flatMap((event, part): Line[] => {
      const text = table.client.tell(event, telling);
      if (!text) return [];
      const seat = 'seat' in event ? event.seat : null;
      return [{ key: `${index}.${part}`, position: index + 1, text: table.written(text), seat, event }];
    }),
  );
}

/** Positions at which something new begins: the deal, and every round after it. */
export function roundsOf(table: ReplayTable): readonly { readonly at: number; readonly name: string }[] {
  const rounds: { at: number; name: string }[] = [];
  for (let at = 0; at <= table.steps; at += 1) {
    const name = table.client.progress(table.viewAt(at));
    if (name !== rounds.at(-1)?.name) rounds.push({ at, name });
  }
  return rounds;
}

/** More of them are no marks but a line. */
const MOST_MARKS = 12;

/** Those worth a mark on the way through a game. */
export const marked = <Mark>(marks: readonly Mark[]): readonly Mark[] =>
  marks.length <= MOST_MARKS ? marks.slice(1) : [];
