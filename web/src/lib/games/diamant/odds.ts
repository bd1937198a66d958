import {
  GEM_VALUES,
  HAZARD_COPIES,
  type ExpeditionView,
  type Hazard,
  type View,
} from '$lib/protocol/diamant';

export const HAZARDS: readonly Hazard[] = ['snakes', 'scorpions', 'rocks', 'gas', 'explosion'];

export interface HazardCount {
  readonly hazard: Hazard;
  /** Cards of it that have left the game, lie in this gallery, and are still to come. */
  readonly removed: number;
  readonly turned: number;
  readonly left: number;
}

export interface Odds {
  readonly pile: number;
  readonly hazards: readonly HazardCount[];
  /** Cards in the pile that would end this expedition, that only warn, that bring stones, and others (an artifact). */
  readonly fatal: number;
  readonly warning: number;
  readonly gems: number;
  readonly other: number;
}

/** What may come next, by counting what everybody can see. */
export function odds(view: View, cave: ExpeditionView): Odds {
  const hazards = HAZARDS.map((hazard) => {
    const removed = view.removed.filter((gone) => gone === hazard).length;
    const turned = cave.gallery.filter(({ card }) => card.type === 'Danger' && card.hazard === hazard).length;
    return { hazard, removed, turned, left: HAZARD_COPIES - removed - turned };
  });
  const sum = (counts: readonly HazardCount[]) => counts.reduce((total, { left }) => total + left, 0);
  const fatal = sum(hazards.filter(({ turned }) => turned > 0));
  const warning = sum(hazards.filter(({ turned }) => turned === 0));
  const gems = GEM_VALUES.length - cave.gallery.filter(({ card }) => card.type === 'Gems').length;
  return { pile: cave.pile, hazards, fatal, warning, gems, other: cave.pile - fatal - warning - gems };
}
