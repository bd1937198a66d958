import { m } from '$lib/paraglide/messages.js';
import type { Ring, View } from '$lib/protocol/labyrinth';

/** Why something cannot be done on the board, what works instead, and the rule that says so. */
export interface Refusal {
  readonly text: string;
  readonly rule: string;
}

type Turning = Pick<View, 'phase' | 'options'>;

/** A ring that will not go where it is pushed; null as ring: one of the fixed ones. */
export function ringRefusal({ phase, options }: Turning, ring: Ring | null, notches: number): Refusal {
  if (ring === null) return { text: m.labyrinth_refused_fixed(), rule: 'LAB-1.1' };
  if (ring === 'centre' && phase.type === 'SecondChange' && phase.first === 'centre')
    return { text: m.labyrinth_refused_centre(), rule: 'LAB-3.1' };
  if (notches < 0 && options.corridors === 'clockwise')
    return { text: m.labyrinth_refused_way(), rule: 'LAB-3.2' };
  return { text: m.labyrinth_refused_notch(), rule: 'LAB-3.1' };
}

/** A square that cannot be chosen: no way leads there, somebody stands there, or it is one's own. */
export function squareRefusal(
  square: number,
  { placing, here }: { readonly placing: boolean; readonly here: number | undefined },
): Refusal {
  if (placing) return { text: m.labyrinth_refused_place(), rule: 'LAB-5.5' };
  if (square === here) return { text: m.labyrinth_refused_here(), rule: 'LAB-3.4' };
  return { text: m.labyrinth_refused_walk(), rule: 'LAB-3.4' };
}
