import type { Rotation } from '$lib/protocol/labyrinth';

/**
 * How the castle would stand after the turn that is being tried on, by table; null while none is. The one sentence
 * above the controls is told to a table and knows nothing of what its board keeps to itself.
 */
const trials = new WeakMap<object, () => Rotation | null>();

export const keepTrial = (table: object, trial: () => Rotation | null): void => {
  trials.set(table, trial);
};
export const trialOf = (table: object): Rotation | null => trials.get(table)?.() ?? null;
