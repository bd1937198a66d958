import { MARKS } from '../art/marks';
import type { SeatPerson } from '../games/types';
import type { TablePart } from '../protocol/table';

/** Bots have names too: a table of numbers is no company. The sign beside the mark says what they are. */
const BOT_NAMES = [
  'Agathe',
  'Basile',
  'Cléo',
  'Dimitri',
  'Elvire',
  'Faust',
  'Gilda',
  'Hector',
  'Iris',
  'Jonas',
];

export const botName = (seat: number): string => BOT_NAMES[seat % BOT_NAMES.length]!;

/** Who sits where, as everybody may see it. */
export function seatPeople(
  table: TablePart,
  me: string | null,
  present: ReadonlySet<string>,
  empty: (seat: number) => string,
): SeatPerson[] {
  const known = new Map(table.people.map((person) => [person.guest, person]));
  return table.chairs.map((chair, seat) => {
    const look = { seat, mark: MARKS[seat % MARKS.length]!, colour: `var(--p${seat % MARKS.length})` };
    switch (chair.type) {
      case 'Held':
        return {
          ...look,
          name: known.get(chair.guest)?.name ?? empty(seat),
          isMe: chair.guest === me,
          bot: chair.stand_in?.level ?? null,
          standIn: chair.stand_in !== null,
          present: present.has(chair.guest),
        };
      case 'Bot':
        return {
          ...look,
          name: botName(seat),
          isMe: false,
          bot: chair.level,
          standIn: false,
          present: true,
        };
      case 'Empty':
        return { ...look, name: empty(seat), isMe: false, bot: null, standIn: false, present: false };
    }
  });
}

/** From the seat after mine, round the table: the order in which others sit around me. */
export function aroundMe(people: readonly SeatPerson[], seat: number | null): SeatPerson[] {
  if (seat === null) return [...people];
  return [...people.slice(seat + 1), ...people.slice(0, seat)];
}

/** Who in a seat said something; nobody for those who only watch. */
export function speaker(
  guest: string,
  known: TablePart['people'] | undefined,
  people: readonly SeatPerson[],
): SeatPerson | undefined {
  const seat = known?.find((person) => person.guest === guest)?.seat;
  return seat === null || seat === undefined ? undefined : people[seat];
}
