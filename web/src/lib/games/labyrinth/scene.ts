import type { Event, ForCards, ForSecret, Secret, Swapped, Thing, View } from '$lib/protocol/labyrinth';
import { isKnown, isTie } from './steps';

/** Cards on their way between two players; the faces only of those that these eyes may know. */
export interface Parcel {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly faces: readonly Secret[] | null;
}

/** A duel once both have chosen: fists, hands, who won, and what changes hands. */
export interface DuelScene {
  readonly kind: 'duel';
  readonly duellists: readonly [number, number];
  readonly prize: ForCards | ForSecret;
  /** The card that is fought for; it stays in sight when it has been taken. */
  readonly secret: Secret | null;
  /** Null: the fists are still going. */
  readonly throws: Readonly<Record<number, Thing>> | null;
  readonly tie: boolean;
  readonly winner: number | null;
  /** From the loser to the winner; null before that, and where nothing travels. */
  readonly parcel: Parcel | null;
  readonly over: boolean;
}

export interface SwapScene {
  readonly kind: 'swap';
  readonly event: Swapped;
  readonly drawn: Parcel;
  readonly given: Parcel;
}

export type Scene = DuelScene | SwapScene;

/** What stands on the stage when this event is shown; null: nothing. `view` is the position that is drawn with it. */
export function sceneAt(before: Scene | null, event: Event, view: View): Scene | null {
  const duel = before?.kind === 'duel' ? before : null;
  switch (event.type) {
    case 'Threw': {
      const { phase } = view;
      if (phase.type !== 'Duel' || Object.keys(phase.throws).length < 2) return null;
      return fists(phase.duellists, phase.prize, view);
    }
    case 'ThrowsShown': {
      const { phase } = view;
      const began = duel ?? (phase.type === 'Duel' ? fists(phase.duellists, phase.prize, view) : null);
      return began && { ...began, throws: event.throws, tie: isTie(event.throws) };
    }
    case 'DuelWon':
      return duel && { ...duel, winner: event.winner };
    case 'CardsHandedOver': {
      const faces = isKnown(event.cards) ? event.cards : null;
      const parcel = { from: event.loser, to: event.winner, count: event.count, faces };
      return duel && { ...duel, parcel: event.count ? parcel : null, over: true };
    }
    case 'SecretTaken': {
      const loser = duel?.duellists.find((seat) => seat !== event.seat);
      if (!duel || loser === undefined) return null;
      return {
        ...duel,
        parcel: { from: loser, to: event.seat, count: 1, faces: [event.secret] },
        over: true,
      };
    }
    case 'Swapped': {
      const { seat, opponent, count } = event;
      return {
        kind: 'swap',
        event,
        drawn: { from: opponent, to: seat, count, faces: isKnown(event.drawn) ? event.drawn : null },
        given: { from: seat, to: opponent, count: 1, faces: isKnown(event.given) ? [event.given] : null },
      };
    }
    default:
      return null;
  }
}

const fists = (
  duellists: readonly [number, number],
  prize: ForCards | ForSecret,
  { sought }: View,
): DuelScene => ({
  kind: 'duel',
  duellists,
  prize,
  secret: prize.type === 'ForSecret' ? sought : null,
  throws: null,
  tie: false,
  winner: null,
  parcel: null,
  over: false,
});
