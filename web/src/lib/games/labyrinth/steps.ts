import type { DuelView, Event, Hidden, Secret, Thing, View } from '$lib/protocol/labyrinth';
import type { Step } from '../types';
import { SECRETS, SQUARE_OF } from './castle';

/** How long each moment is shown before the next. Turning and walking end softly while the next may begin. */
const TURNED_MS = 320;
const WALKED_MS = 420;
const FLOWN_MS = 420;
const TAKEN_MS = 380;
const SHORT_MS = 260;
/** A duel: fists, hands, who won, cards. Bots give it four seconds, a swap three (`bots/pace.py`). */
const PUMPED_MS = 1000;
const SHOWN_MS = 900;
const AGAIN_MS = 1900;
const WON_MS = 900;
const HANDED_MS = 1200;
const SWAPPED_MS = 3000;

export const isKnown = <Value>(value: Value | Hidden): value is Value =>
  !(typeof value === 'object' && value !== null && 'type' in value && value.type === 'hidden');

const replaced = <Item>(list: readonly Item[], at: number, item: Item): Item[] =>
  list.map((old, index) => (index === at ? item : old));

const inOrder = (cards: readonly Secret[]): Secret[] => SECRETS.filter((secret) => cards.includes(secret));

/** A hand as it is drawn after cards went out and came in; a hand that is not known changes its size only. */
function changed(
  view: View,
  seat: number,
  out: readonly Secret[],
  into: readonly Secret[],
  by: number,
): View {
  const hand = view.hands[seat];
  const known = hand !== undefined && isKnown(hand);
  return {
    ...view,
    counts: replaced(view.counts, seat, (view.counts[seat] ?? 0) + by),
    hands: known
      ? replaced(view.hands, seat, inOrder([...hand.filter((card) => !out.includes(card)), ...into]))
      : view.hands,
  };
}

const moved = (view: View, seat: number, to: number): View => ({
  ...view,
  pawns: replaced(view.pawns, seat, to),
});

const duel = (view: View, change: (duel: DuelView) => DuelView): View =>
  view.phase.type === 'Duel' ? { ...view, phase: change(view.phase) } : view;

const ON_THE_SPOT = { type: 'Arrived', meets: [] } as const;

const cardsOf = (cards: readonly Secret[] | Hidden): readonly Secret[] => (isKnown(cards) ? cards : []);

/** The position as it is drawn after an event. The results all stand in the event; nothing is worked out here. */
export function drawn(view: View, event: Event): View {
  switch (event.type) {
    case 'RingTurned':
      return {
        ...view,
        rotation: { ...view.rotation, [event.ring]: event.position },
        phase:
          view.phase.type === 'FirstChange'
            ? { type: 'SecondChange', first: event.ring }
            : { type: 'Moving' },
      };
    case 'PawnMoved':
      return { ...moved(view, event.seat, event.to), phase: { type: 'Arrived', meets: event.meets } };
    case 'PawnStayed':
    case 'AnimalDeclined':
      return { ...view, phase: ON_THE_SPOT };
    case 'AnimalFetched':
      return {
        ...moved(view, event.seat, event.to),
        phase: { type: 'Fetched', seat: event.seat, meets: view.challenged ? [] : event.meets },
        finder: event.seat,
      };
    case 'PawnPlaced':
      return { ...moved(view, event.loser, event.to), phase: ON_THE_SPOT };
    case 'SecretTaken':
      // In a contest the loser's pawn is still to be placed: the phase stays as it is.
      return {
        ...changed(view, event.seat, [], [event.secret], 1),
        sought: null,
        square: null,
        finder: event.seat,
      };
    case 'SecretTurned':
      return {
        ...view,
        sought: event.secret,
        square: SQUARE_OF[event.secret],
        pile: view.pile - 1,
        turned_up: true,
      };
    case 'SecretBuried':
      return { ...view, sought: null, square: null, pile: view.pile + 1 };
    case 'Challenged':
      return {
        ...view,
        challenged: true,
        phase: {
          type: 'Duel',
          duellists: [event.seat, event.opponent],
          prize: { type: 'ForCards', kind: event.kind, cards: event.cards },
          throws: {},
        },
      };
    case 'SecretContested':
      return {
        ...view,
        phase: {
          type: 'Duel',
          duellists: event.duellists,
          prize: { type: 'ForSecret', waiting: event.waiting },
          throws: {},
        },
      };
    case 'Threw':
      return duel(view, (now) => ({ ...now, throws: { ...now.throws, [event.seat]: event.thing } }));
    case 'ThrowsShown':
      return duel(view, (now) => ({ ...now, throws: event.throws }));
    case 'DuelWon':
      return view.phase.type === 'Duel'
        ? {
            ...view,
            phase: { type: 'Placing', winner: event.winner, loser: event.loser, prize: view.phase.prize },
          }
        : view;
    case 'CardsHandedOver': {
      const cards = cardsOf(event.cards);
      const given = changed(view, event.loser, cards, [], -event.count);
      return changed(given, event.winner, [], cards, event.count);
    }
    case 'Swapped': {
      const drawnCards = cardsOf(event.drawn);
      const given = isKnown(event.given) ? [event.given] : [];
      const mine = changed(view, event.seat, [event.animal, ...given], drawnCards, event.count - 2);
      const both = changed(mine, event.opponent, drawnCards, given, 1 - event.count);
      return { ...both, swapped: true, discarded: [...view.discarded, event.animal] };
    }
    case 'AnimalOffered':
      return { ...view, phase: { type: 'AnimalTurned', seat: event.seat } };
    case 'TurnBegan':
      return {
        ...view,
        on_turn: event.seat,
        turn: event.turn,
        swapped: false,
        challenged: false,
        turned_up: false,
        finder: null,
        phase: { type: 'FirstChange' },
      };
    case 'GameEnded':
      return {
        ...view,
        hands: event.hands,
        phase: { type: 'Finished', winners: event.winners, ending: event.ending },
      };
  }
}

export const isTie = (throws: Readonly<Record<number, Thing>>): boolean =>
  new Set(Object.values(throws)).size === 1;

type Timing = Pick<Step<View, Event>, 'ms' | 'sound' | 'great'>;

/** `view` is the position before the event. */
function timing(event: Event, view: View, next: Event | undefined): Timing {
  switch (event.type) {
    case 'RingTurned':
      return { ms: TURNED_MS, sound: 'rumble' };
    case 'PawnMoved':
      return { ms: WALKED_MS, sound: 'wood' };
    case 'AnimalFetched':
    case 'PawnPlaced':
      return { ms: FLOWN_MS, sound: 'snap' };
    case 'SecretTaken':
      return isPlacing(view)
        ? { ms: HANDED_MS, sound: 'gold', great: true }
        : { ms: TAKEN_MS, sound: 'gold' };
    case 'SecretTurned':
    case 'SecretBuried':
      return { ms: SHORT_MS, sound: 'card' };
    case 'Challenged':
    case 'SecretContested':
      return { ms: SHORT_MS, sound: 'snap' };
    case 'Threw':
      return next?.type === 'ThrowsShown'
        ? { ms: PUMPED_MS, sound: 'tick', great: true }
        : { ms: 0, sound: 'tick' };
    case 'ThrowsShown':
      return { ms: isTie(event.throws) ? AGAIN_MS : SHOWN_MS, sound: 'stone', great: true };
    case 'DuelWon':
      return { ms: WON_MS, great: true };
    case 'CardsHandedOver':
      return { ms: HANDED_MS, sound: 'card', great: true };
    case 'Swapped':
      return { ms: SWAPPED_MS, sound: 'card', great: true };
    case 'GameEnded':
      return { ms: 0, sound: 'win' };
    case 'PawnStayed':
    case 'AnimalOffered':
    case 'AnimalDeclined':
    case 'TurnBegan':
      return { ms: 0 };
  }
}

/** Only after a duel is a pawn placed: a card taken meanwhile was its prize. */
export const isPlacing = ({ phase }: Pick<View, 'phase'>): boolean => phase.type === 'Placing';

/**
 * One moment an event. The last is drawn as the server saw it; after a great one that is a moment of its own, which
 * takes no time: what may be done next is not offered before the stage is empty.
 */
export function steps(before: View, events: readonly Event[], after: View): Step<View, Event>[] {
  let view = before;
  const shown = events.map((event, index): Step<View, Event> => {
    const timed = timing(event, view, events[index + 1]);
    view = index === events.length - 1 && !timed.great ? after : drawn(view, event);
    return { event, view, ...timed };
  });
  const last = shown.at(-1);
  return last?.great ? [...shown, { event: last.event, view: after, ms: 0 }] : shown;
}
