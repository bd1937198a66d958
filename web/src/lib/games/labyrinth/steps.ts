import type { DuelView, Event, Hidden, Secret, View } from '$lib/protocol/labyrinth';
import { moments } from '../moments';
import type { Step } from '../types';
import { SECRETS, SQUARE_OF } from './castle';

/** How long each moment is shown before the next. Turning and walking end softly while the next may begin. */
const TURNED_MS = 320;
const WALKED_MS = 420;
const FLOWN_MS = 420;
const TAKEN_MS = 380;
const SHOWN_MS = 480;
const SHORT_MS = 260;
const WON_MS = 420;

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

function timing(event: Event): Pick<Step<View, Event>, 'ms' | 'sound'> {
  switch (event.type) {
    case 'RingTurned':
      return { ms: TURNED_MS, sound: 'rumble' };
    case 'PawnMoved':
      return { ms: WALKED_MS, sound: 'wood' };
    case 'AnimalFetched':
    case 'PawnPlaced':
      return { ms: FLOWN_MS, sound: 'snap' };
    case 'SecretTaken':
      return { ms: TAKEN_MS, sound: 'gold' };
    case 'SecretTurned':
      return { ms: SHORT_MS, sound: 'card' };
    case 'SecretBuried':
      return { ms: SHORT_MS, sound: 'card' };
    case 'Challenged':
    case 'SecretContested':
      return { ms: SHORT_MS, sound: 'snap' };
    case 'Threw':
      return { ms: 0, sound: 'tick' };
    case 'ThrowsShown':
      return { ms: SHOWN_MS, sound: 'stone' };
    case 'CardsHandedOver':
    case 'Swapped':
      return { ms: SHORT_MS, sound: 'card' };
    case 'GameEnded':
      return { ms: 0, sound: 'win' };
    case 'DuelWon':
      return { ms: WON_MS };
    case 'PawnStayed':
    case 'AnimalOffered':
    case 'AnimalDeclined':
    case 'TurnBegan':
      return { ms: 0 };
  }
}

export const steps = (before: View, events: readonly Event[], after: View): Step<View, Event>[] =>
  moments(before, events, after, drawn, timing);
