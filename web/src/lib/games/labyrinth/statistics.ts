import { m } from '$lib/paraglide/messages.js';
import { getLocale } from '$lib/paraglide/runtime.js';
import { Ring, Thing, type Event, type Rotation, type View } from '$lib/protocol/labyrinth';
import type { Deed, Statistic } from '../types';
import { chambersOf, walksFrom, zoneOfRing } from './castle';
import { wayOf } from './words';

/** How the rings lay when the game began: before its first turn each stood where that turn found it. */
function dealtRotation(events: readonly Event[], { rotation }: Pick<View, 'rotation'>): Rotation {
  const start = { ...rotation };
  for (const ring of Ring) {
    const first = events.find((event) => event.type === 'RingTurned' && event.ring === ring);
    if (first?.type !== 'RingTurned') continue;
    const { positions } = zoneOfRing(ring);
    start[ring] = (first.position - first.steps + 2 * positions) % positions;
  }
  return start;
}

/** What is counted of one player. */
class Tally {
  secrets = 0;
  walked = 0;
  notches = 0;
  won = 0;
  lost = 0;
  stolen = 0;
  given = 0;
  cards = 0;
  readonly reach: number[] = [];
  readonly throws: Record<Thing, number> = { stone: 0, scissors: 0, paper: 0 };
}

interface Counted {
  readonly tallies: readonly Tally[];
  /** Cards held when each turn began, and at the end. */
  readonly course: readonly (readonly number[])[];
}

/** Goes through a game from the deal on. The castle is followed too: how far somebody could have walked stands nowhere. */
export function counted(deeds: readonly Deed<Event>[], view: View): Counted {
  const events = deeds.flatMap((deed) => deed.events);
  const seats = view.pawns.length;
  const tallies = Array.from({ length: seats }, () => new Tally());
  const course: number[][] = tallies.map(() => [0]);
  const pawns = [...chambersOf(seats)];
  let rotation = dealtRotation(events, view);
  const of = (seat: number): Tally => tallies[seat] ?? new Tally();
  const handOver = (from: number, to: number, count: number): void => {
    of(from).cards -= count;
    of(from).given += count;
    of(to).cards += count;
    of(to).stolen += count;
  };
  const sample = (): void => tallies.forEach(({ cards }, seat) => course[seat]?.push(cards));
  for (const event of events) {
    switch (event.type) {
      case 'RingTurned':
        rotation = { ...rotation, [event.ring]: event.position };
        of(event.seat).notches += wayOf(event.steps, zoneOfRing(event.ring).positions).count;
        break;
      case 'PawnMoved': {
        const walks = walksFrom(pawns[event.seat] ?? event.to, rotation);
        of(event.seat).reach.push(walks.size);
        of(event.seat).walked += walks.get(event.to)?.far ?? 0;
        pawns[event.seat] = event.to;
        break;
      }
      case 'PawnStayed':
        of(event.seat).reach.push(walksFrom(pawns[event.seat] ?? 0, rotation).size);
        break;
      case 'AnimalFetched':
        pawns[event.seat] = event.to;
        break;
      case 'PawnPlaced':
        pawns[event.loser] = event.to;
        break;
      case 'SecretTaken':
        of(event.seat).secrets += 1;
        of(event.seat).cards += 1;
        break;
      case 'ThrowsShown':
        for (const [seat, thing] of Object.entries(event.throws)) of(Number(seat)).throws[thing] += 1;
        break;
      case 'DuelWon':
        of(event.winner).won += 1;
        of(event.loser).lost += 1;
        break;
      case 'CardsHandedOver':
        handOver(event.loser, event.winner, event.count);
        break;
      case 'Swapped':
        handOver(event.opponent, event.seat, event.count);
        // The card given in exchange is no loss to anybody's cunning; the animal leaves the game.
        of(event.seat).cards -= 2;
        of(event.opponent).cards += 1;
        break;
      case 'TurnBegan':
        sample();
        break;
      default:
    }
  }
  sample();
  return { tallies, course };
}

const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

/** What a finished game was like. */
export function statistics(deeds: readonly Deed<Event>[], view: View): readonly Statistic[] {
  const { tallies, course } = counted(deeds, view);
  const rounded = new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 1 });
  const line = (label: string, value: (tally: Tally) => number | null, about?: string): Statistic => ({
    label,
    values: tallies.map(value),
    ...(about === undefined ? {} : { about }),
  });
  const duels = tallies.some(({ won, lost }) => won + lost > 0);
  const shown: readonly (readonly [string, Thing])[] = [
    [m.labyrinth_stat_stone(), 'stone'],
    [m.labyrinth_stat_scissors(), 'scissors'],
    [m.labyrinth_stat_paper(), 'paper'],
  ];
  return [
    line(m.labyrinth_stat_secrets(), ({ secrets }) => secrets),
    {
      ...line(m.labyrinth_stat_reach(), ({ reach }) => mean(reach), m.labyrinth_stat_reach_about()),
      write: (value) => rounded.format(value),
    },
    line(m.labyrinth_stat_walked(), ({ walked }) => walked),
    line(m.labyrinth_stat_turned(), ({ notches }) => notches),
    ...(duels
      ? [
          line(m.labyrinth_stat_duels_won(), ({ won }) => won),
          line(m.labyrinth_stat_duels_lost(), ({ lost }) => lost),
          ...shown.map(([label, thing]) => line(label, ({ throws }) => throws[thing])),
        ]
      : []),
    line(m.labyrinth_stat_stolen(), ({ stolen }) => stolen, m.labyrinth_stat_stolen_about()),
    line(m.labyrinth_stat_lost(), ({ given }) => given),
    {
      ...line(m.labyrinth_stat_cards(), ({ cards }) => cards, m.labyrinth_stat_cards_about()),
      course,
    },
  ];
}
