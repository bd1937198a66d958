import { m } from '$lib/paraglide/messages.js';
import type { Event } from '$lib/protocol/labyrinth';
import type { SeatPerson, Telling } from '../types';
import { NAMES, zoneOfRing } from './castle';
import { kindCount, listed, secretName, theRing, theSecret, thingName, wayOf } from './words';
import { isKnown } from './steps';

/** For sentences that address whoever reads when it is about them. */
export const whoOf =
  (people: readonly SeatPerson[]) =>
  (seat: number): { who: 'me' | 'other'; name: string } => ({
    who: people[seat]?.isMe ? 'me' : 'other',
    name: people[seat]?.name ?? '',
  });

const handed = (
  { loser, winner, kind, count }: Extract<Event, { type: 'CardsHandedOver' }>,
  by: ReturnType<typeof whoOf>,
  cards: string,
): string =>
  m.labyrinth_tell_handed({
    ...by(loser),
    to: by(winner).who,
    other: by(winner).name,
    stake: kindCount(kind, count) + cards,
  });

/**
 * A line of the log. Which secret was found is told when it happens (`newsOf`) and not kept here: after that it has to
 * be remembered, LAB-3.6.
 */
export function tell(event: Event, { people, name, names }: Telling): string | null {
  const by = whoOf(people);
  switch (event.type) {
    case 'RingTurned':
      return m.labyrinth_tell_turned({
        ...by(event.seat),
        ring: theRing(event.ring),
        ...wayOf(event.steps, zoneOfRing(event.ring).positions),
      });
    case 'PawnMoved':
      return event.meets.length
        ? m.labyrinth_tell_moved_beside({
            ...by(event.seat),
            square: NAMES[event.to] ?? '',
            names: names(event.meets),
          })
        : m.labyrinth_tell_moved({ ...by(event.seat), square: NAMES[event.to] ?? '' });
    case 'PawnStayed':
      return m.labyrinth_tell_stayed(by(event.seat));
    case 'SecretTaken':
      return m.labyrinth_tell_taken(by(event.seat));
    case 'SecretTurned':
      return m.labyrinth_tell_secret(by(event.seat));
    case 'Swapped':
      return m.labyrinth_tell_swapped({
        name: name(event.seat),
        animal: theSecret(event.animal),
        other: name(event.opponent),
        count: event.count,
      });
    case 'Challenged':
      return m.labyrinth_tell_challenged({
        ...by(event.seat),
        to: by(event.opponent).who,
        other: by(event.opponent).name,
        stake: kindCount(event.kind, event.cards),
      });
    case 'SecretContested':
      return m.labyrinth_tell_contested({ names: names(event.duellists) });
    case 'ThrowsShown':
      return listed(
        Object.entries(event.throws).map(([seat, thing]) =>
          m.labyrinth_tell_threw({ name: by(Number(seat)).name, thing: thingName(thing) }),
        ),
      );
    case 'DuelWon':
      return m.labyrinth_tell_won(by(event.winner));
    case 'CardsHandedOver':
      return event.count === 0 ? m.labyrinth_tell_nothing(by(event.loser)) : handed(event, by, '');
    case 'PawnPlaced':
      return m.labyrinth_tell_placed({ ...by(event.loser), square: NAMES[event.to] ?? '' });
    case 'AnimalFetched':
      return event.meets.length
        ? m.labyrinth_tell_fetched_beside({ ...by(event.seat), names: names(event.meets) })
        : m.labyrinth_tell_fetched(by(event.seat));
    case 'AnimalDeclined':
      return m.labyrinth_tell_declined(by(event.seat));
    case 'SecretBuried':
      return m.labyrinth_tell_buried();
    case 'GameEnded':
      return event.ending === 'full_set' ? m.labyrinth_say_full() : m.labyrinth_say_limit();
    case 'AnimalOffered':
    case 'Threw':
    case 'TurnBegan':
      return null;
  }
}

export interface News {
  readonly text: string;
  /** Whose doing it is, for the mark beside it. */
  readonly seat: number | null;
  readonly tone: 'good' | 'bad' | 'plain';
  /** To be remembered: it stays to be read, whatever comes next. */
  readonly lasting?: boolean;
}

/** What everybody at the table should notice as it happens. */
export function newsOf(event: Event, table: Pick<Telling, 'people' | 'seat'>): News | null {
  const by = whoOf(table.people);
  const name = (seat: number): string =>
    table.people[seat]?.isMe ? m.you() : (table.people[seat]?.name ?? '');
  const mine = (seat: number): boolean => seat === table.seat;
  switch (event.type) {
    case 'RingTurned':
      return mine(event.seat)
        ? null
        : {
            seat: event.seat,
            tone: 'plain',
            text: m.labyrinth_news_turned({ ...by(event.seat), ring: theRing(event.ring) }),
          };
    case 'SecretTaken':
      return {
        seat: event.seat,
        tone: mine(event.seat) ? 'good' : 'plain',
        lasting: true,
        text: m.labyrinth_news_taken({ ...by(event.seat), secret: theSecret(event.secret) }),
      };
    case 'SecretTurned':
      return {
        seat: null,
        tone: 'plain',
        text: m.labyrinth_news_secret({ secret: theSecret(event.secret) }),
      };
    case 'PawnPlaced':
      return {
        seat: event.loser,
        tone: 'plain',
        text: m.labyrinth_tell_placed({ ...by(event.loser), square: NAMES[event.to] ?? '' }),
      };
    case 'SecretBuried':
      return {
        seat: null,
        tone: 'plain',
        lasting: true,
        text: m.labyrinth_news_buried({ secret: theSecret(event.secret) }),
      };
    case 'AnimalFetched':
      return { seat: event.seat, tone: 'plain', text: m.labyrinth_tell_fetched(by(event.seat)) };
    case 'ThrowsShown': {
      const shown = Object.values(event.throws);
      return shown[0] === shown[1] ? { seat: null, tone: 'plain', text: m.labyrinth_news_again() } : null;
    }
    case 'DuelWon':
      return {
        seat: event.winner,
        tone: mine(event.winner) ? 'good' : mine(event.loser) ? 'bad' : 'plain',
        text: m.labyrinth_tell_won(by(event.winner)),
      };
    case 'CardsHandedOver': {
      const cards =
        isKnown(event.cards) && event.cards.length ? ` (${listed(event.cards.map(secretName))})` : '';
      return {
        seat: event.loser,
        lasting: true,
        tone: mine(event.winner) && event.count ? 'good' : mine(event.loser) && event.count ? 'bad' : 'plain',
        text: event.count === 0 ? m.labyrinth_tell_nothing(by(event.loser)) : handed(event, by, cards),
      };
    }
    case 'Swapped': {
      const drawn = isKnown(event.drawn) ? ` (${listed(event.drawn.map(secretName))})` : '';
      return {
        seat: event.seat,
        lasting: true,
        tone: mine(event.seat) ? 'good' : mine(event.opponent) ? 'bad' : 'plain',
        text:
          m.labyrinth_tell_swapped({
            name: name(event.seat),
            animal: theSecret(event.animal),
            other: name(event.opponent),
            count: event.count,
          }) + drawn,
      };
    }
    default:
      return null;
  }
}
