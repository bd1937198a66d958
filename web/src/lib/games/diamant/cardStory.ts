import { m } from '$lib/paraglide/messages.js';
import type { Turned } from '$lib/protocol/diamant';
import type { SeatPerson } from '../types';
import type { CardSeen } from './evidence';
import { tellCard } from './tell';
import { cardName } from './words';

/** What a card of the gallery brought, who left after it, and when it was turned. */
export interface Story {
  readonly brought: string;
  readonly then: string;
  readonly at: number | null;
}

export function storyOf(
  turned: Turned,
  seen: CardSeen | null,
  people: readonly SeatPerson[],
  locale: string,
): Story {
  const names = (seats: readonly number[]): string =>
    new Intl.ListFormat(locale).format(
      seats.map((seat) => (people[seat]?.isMe ? m.you() : (people[seat]?.name ?? ''))),
    );
  return {
    brought: seen?.turned ? tellCard(seen.turned) : `${cardName(turned)}.`,
    then: seen?.left
      ? m.diamant_tell_back({
          names: names(seen.left.seats),
          count: seen.left.banked,
          people: seen.left.seats.length,
        })
      : seen?.went.length
        ? m.diamant_card_nobody_left()
        : '',
    at: seen?.at ?? null,
  };
}
