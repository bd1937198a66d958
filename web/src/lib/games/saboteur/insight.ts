import { m } from '$lib/paraglide/messages.js';
import type { DealChances, RoundInsight } from '$lib/protocol/saboteur';

/** In points of a hundred. */
export const points = (chance: number): number => Math.round(100 * chance);

/** How likely the truth seemed about one player, in the mean that a loss in bits comes from. */
export const truthSeen = (loss: number): number => points(2 ** -loss);

/** Hundredths of one goal, by step: of one seat, or in the mean of all where nobody's eyes are asked for. */
export const goldOf = ({ gold }: RoundInsight, goal: number, seat: number | null): readonly number[] =>
  gold.map((bySeat) => {
    const own = seat === null ? undefined : bySeat[seat];
    if (own) return own[goal] ?? 0;
    return Math.round(bySeat.reduce((sum, places) => sum + (places[goal] ?? 0), 0) / bySeat.length);
  });

/** The diggers' chance as the deal comes to light, with the words for each part of it. */
export const dealt = (chances: DealChances): readonly (readonly [string, number])[] => [
  [m.saboteur_coach_any_deal(), points(chances.any_deal)],
  [m.saboteur_coach_with_roles(), points(chances.roles)],
  [m.saboteur_coach_with_goals(), points(chances.goals)],
  [m.saboteur_coach_with_cards(), points(chances.cards)],
];
