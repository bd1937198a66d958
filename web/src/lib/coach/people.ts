import { MARKS } from '../art/marks';
import type { SeatPerson, Telling } from '../games/types';
import { m } from '../paraglide/messages.js';
import { botName } from '../play/people';
import { preferences } from '../preferences.svelte';
import type { Player } from './wire';

/** Those who sat at a game that is over, as boards and sentences need them. */
export const seated = (players: readonly Player[], mine: number | null): readonly SeatPerson[] =>
  players.map(({ name, bot }, seat) => ({
    seat,
    name: bot ? botName(seat) : name || m.player_number({ number: seat + 1 }),
    mark: MARKS[seat % MARKS.length]!,
    colour: `var(--p${seat % MARKS.length})`,
    isMe: seat === mine,
    bot,
    standIn: false,
    present: true,
  }));

export function tellingOf(people: readonly SeatPerson[]): Telling {
  const name = (seat: number) => (people[seat]?.isMe ? m.you() : (people[seat]?.name ?? ''));
  return {
    people,
    seat: people.find(({ isMe }) => isMe)?.seat ?? null,
    name,
    names: (seats) => new Intl.ListFormat(preferences.locale).format(seats.map(name)),
  };
}
