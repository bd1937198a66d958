import {
  HAZARD_COPIES,
  type CardTurned,
  type Event,
  type Hazard,
  type Returned,
} from '$lib/protocol/diamant';
import type { Deed } from '../types';

/** A card of a gallery, and all that happened while it was the newest. */
export interface CardSeen {
  /** Null for the first card of a game, which no event tells of. */
  readonly turned: CardTurned | null;
  /** When it was turned, on the server's clock. */
  readonly at: number | null;
  /** Who left after it, before the next. */
  left: Returned | null;
  /** Who decided on it to go on. */
  went: readonly number[];
  readonly events: Event[];
}

/** A cave as it was seen from beginning to end. */
export interface CaveSeen {
  cave: number;
  readonly cards: CardSeen[];
  end: 'fled' | 'left' | null;
  hazard: Hazard | null;
}

const unseen = (cave: number, cards: CardSeen[] = []): CaveSeen => ({ cave, cards, end: null, hazard: null });
const card = (turned: CardTurned | null, at: number | null): CardSeen => ({
  turned,
  at,
  left: null,
  went: [],
  events: turned ? [turned] : [],
});

/** What happened in each cave, card by card; the first cave begins with the card that was dealt. */
export function cavesSeen(deeds: readonly Deed<Event>[]): CaveSeen[] {
  const caves = [unseen(1, [card(null, null)])];
  for (const { at, events } of deeds)
    for (const event of events) {
      const cave = caves.at(-1)!;
      const newest = cave.cards.at(-1);
      if (event.type === 'CaveEntered') {
        caves.push(unseen(event.cave));
        continue;
      }
      if (event.type === 'CardTurned') {
        cave.cards.push(card(event, at));
        continue;
      }
      newest?.events.push(event);
      if (!newest) continue;
      if (event.type === 'ChoicesShown')
        newest.went = Object.entries(event.choices)
          .filter(([, choice]) => choice === 'go_on')
          .map(([seat]) => Number(seat));
      else if (event.type === 'Returned') newest.left = event;
      else if (event.type === 'CaveFled' || event.type === 'CaveLeft') {
        cave.cave = event.cave;
        cave.end = event.type === 'CaveFled' ? 'fled' : 'left';
        cave.hazard = event.type === 'CaveFled' ? event.hazard : null;
      }
    }
  return caves;
}

/** The cards of the gallery that lies on the table: by its places, as far as the deeds reach back. */
export function galleryOf(caves: readonly CaveSeen[], cards: number): (CardSeen | null)[] {
  const seen = caves.at(-1)?.cards ?? [];
  const before = Math.max(0, cards - seen.length);
  return Array.from({ length: cards }, (_, at) => seen[at - before] ?? null);
}

/** Who left just before the end: one card before the deadly one, or last of all. */
export function lastOut(cave: CaveSeen): readonly number[] {
  const decided = cave.end === 'fled' ? cave.cards.at(-2) : cave.cards.at(-1);
  return decided?.left?.seats ?? [];
}

/** Which hazard a card showed; that of the very first card is known once it has come a second time. */
export function hazardOf(cave: CaveSeen, at: number): Hazard | null {
  const { turned } = cave.cards[at] ?? { turned: null };
  if (turned) return turned.card.type === 'Danger' ? turned.card.hazard : null;
  const shown = cave.cards.filter(({ turned }) => isHazard(turned, cave.hazard)).length;
  return cave.end === 'fled' && shown === 1 ? cave.hazard : null;
}

const isHazard = (turned: CardTurned | null, hazard: Hazard | null): boolean =>
  turned?.card.type === 'Danger' && turned.card.hazard === hazard;

/** The part of the pile, from 0 to 1, that would have ended the cave after so many of its cards. */
export function riskAfter(cave: CaveSeen, cards: number, removed: readonly Hazard[], pile: number): number {
  const shown = new Set<Hazard>();
  for (let at = 0; at < cards; at += 1) {
    const hazard = hazardOf(cave, at);
    if (hazard) shown.add(hazard);
  }
  const fatal = [...shown].reduce(
    (sum, hazard) => sum + HAZARD_COPIES - 1 - removed.filter((gone) => gone === hazard).length,
    0,
  );
  return pile > cards ? fatal / (pile - cards) : 0;
}
