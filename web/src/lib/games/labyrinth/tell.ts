import { m } from '$lib/paraglide/messages.js';
import type { Event, Hidden, Secret, View } from '$lib/protocol/labyrinth';
import type { SeatPerson, Telling } from '../types';
import { zoneOfRing } from './castle';
import { isKnown, isTie } from './steps';
import { atSquare, kindCount, listed, ofName, theRing, theSecret, thingName, wayOf } from './words';

/** For sentences that address whoever reads when it is about them. */
export const whoOf =
  (people: readonly SeatPerson[]) =>
  (seat: number): { who: 'me' | 'other'; name: string } => ({
    who: people[seat]?.isMe ? 'me' : 'other',
    name: people[seat]?.name ?? '',
  });

/** Which cards, where these eyes may know: ": the crown and the lamp". */
const named = (cards: readonly Secret[] | Hidden): string =>
  isKnown(cards) && cards.length ? m.labyrinth_which({ cards: listed(cards.map(theSecret)) }) : '';

const handed = (
  { loser, winner, kind, count, cards }: Extract<Event, { type: 'CardsHandedOver' }>,
  by: ReturnType<typeof whoOf>,
): string =>
  count === 0
    ? m.labyrinth_tell_nothing(by(loser))
    : m.labyrinth_tell_handed({
        ...by(loser),
        to: by(winner).who,
        other: by(winner).name,
        stake: kindCount(kind, count),
        cards: named(cards),
      });

const placed = (
  { loser, to }: Extract<Event, { type: 'PawnPlaced' }>,
  by: ReturnType<typeof whoOf>,
): string => m.labyrinth_tell_placed({ ...by(loser), of: ofName(by(loser).name), where: atSquare(to) });

const swapped = (
  { seat, opponent, animal, drawn, given, count }: Extract<Event, { type: 'Swapped' }>,
  by: ReturnType<typeof whoOf>,
): string =>
  m.labyrinth_tell_swapped({
    ...by(seat),
    to: by(opponent).who,
    other: by(opponent).name,
    animal: theSecret(animal),
    drawn: isKnown(drawn) ? listed(drawn.map(theSecret)) : m.labyrinth_cards({ count }),
    given: isKnown(given) ? theSecret(given) : m.labyrinth_a_card(),
  });

const shown = ({ throws }: Extract<Event, { type: 'ThrowsShown' }>, by: ReturnType<typeof whoOf>): string =>
  listed(
    Object.entries(throws).map(([seat, thing]) =>
      m.labyrinth_tell_threw({ name: by(Number(seat)).name, thing: thingName(thing) }),
    ),
  );

/** What stands on the stage, in words, addressed to whoever looks; null for what takes no stage. */
export function stagedWords(
  event: Event,
  { people }: Pick<Telling, 'people'>,
  phase: View['phase'],
): string | null {
  const by = whoOf(people);
  switch (event.type) {
    case 'Threw':
      return phase.type === 'Duel' && Object.keys(phase.throws).length === 2 ? m.labyrinth_pump() : null;
    case 'ThrowsShown':
      return isTie(event.throws) ? m.labyrinth_news_again() : shown(event, by);
    case 'DuelWon':
      return m.labyrinth_verdict({
        ...by(event.winner),
        to: by(event.loser).who,
        other: by(event.loser).name,
      });
    case 'CardsHandedOver':
      return handed(event, by);
    case 'SecretTaken':
      return phase.type === 'Placing'
        ? m.labyrinth_news_taken({ ...by(event.seat), secret: theSecret(event.secret) })
        : null;
    case 'Swapped':
      return swapped(event, by);
    default:
      return null;
  }
}

/**
 * A line of the log. It names the secrets that changed hands in sight of everybody: who reads where a pawn stopped knows
 * them all the same.
 */
export function tell(event: Event, { people, names }: Pick<Telling, 'people' | 'names'>): string | null {
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
            where: atSquare(event.to),
            names: names(event.meets),
          })
        : m.labyrinth_tell_moved({ ...by(event.seat), where: atSquare(event.to) });
    case 'PawnStayed':
      return m.labyrinth_tell_stayed(by(event.seat));
    case 'SecretTaken':
      return m.labyrinth_tell_taken({ ...by(event.seat), secret: theSecret(event.secret) });
    case 'SecretTurned':
      return m.labyrinth_tell_secret({ ...by(event.seat), secret: theSecret(event.secret) });
    case 'Swapped':
      return swapped(event, by);
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
      return shown(event, by);
    case 'DuelWon':
      return m.labyrinth_tell_won(by(event.winner));
    case 'CardsHandedOver':
      return handed(event, by);
    case 'PawnPlaced':
      return placed(event, by);
    case 'AnimalFetched':
      return event.meets.length
        ? m.labyrinth_tell_fetched_beside({ ...by(event.seat), names: names(event.meets) })
        : m.labyrinth_tell_fetched(by(event.seat));
    case 'AnimalDeclined':
      return m.labyrinth_tell_declined(by(event.seat));
    case 'SecretBuried':
      return m.labyrinth_tell_buried({ secret: theSecret(event.secret) });
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
  const mine = (seat: number): boolean => seat === table.seat && (table.people[seat]?.isMe ?? false);
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
        text: placed(event, by),
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
    case 'CardsHandedOver':
      return {
        seat: event.loser,
        lasting: true,
        tone: mine(event.winner) && event.count ? 'good' : mine(event.loser) && event.count ? 'bad' : 'plain',
        text: handed(event, by),
      };
    case 'Swapped':
      return {
        seat: event.seat,
        lasting: true,
        tone: mine(event.seat) ? 'good' : mine(event.opponent) ? 'bad' : 'plain',
        text: swapped(event, by),
      };
    default:
      return null;
  }
}
