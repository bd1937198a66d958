import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/labyrinth';
import type { PlayTable } from '../types';
import { inKind, KIND } from './castle';
import { isKnown } from './steps';
import { reachWords } from './voice';
import { kindCount, listed, secretName, squareWords, theSecret, whereWords } from './words';

type Table = PlayTable<View, Action, Event>;

const nameOf = (table: Table, seat: number): string => table.people[seat]?.name ?? '';

/** The one sentence that says what is expected of whoever looks. */
export function sentence(table: Table): string {
  const { view, legal } = table;
  const { phase } = view;
  const mine = (seat: number): boolean => table.playing && seat === table.seat;
  const turn = { name: nameOf(table, view.on_turn) };
  switch (phase.type) {
    case 'FirstChange':
      return mine(view.on_turn) ? m.labyrinth_say_first() : m.labyrinth_say_turns_of(turn);
    case 'SecondChange':
      return mine(view.on_turn) ? m.labyrinth_say_second() : m.labyrinth_say_turns_of(turn);
    case 'Moving':
      if (!mine(view.on_turn)) return m.labyrinth_say_walks(turn);
      if (!legal.length) return view.sought === null ? m.labyrinth_sought_next() : m.labyrinth_say_going();
      if (view.sought !== null && legal.some((action) => action.type === 'Move' && action.to === view.square))
        return m.labyrinth_say_reach({ secret: theSecret(view.sought) });
      return view.sought !== null && view.pawns[view.on_turn] === view.square
        ? m.labyrinth_say_take({ secret: theSecret(view.sought) })
        : m.labyrinth_say_walk();
    case 'Arrived':
      if (!mine(view.on_turn)) return m.labyrinth_say_arrived(turn);
      if (phase.meets.length)
        return m.labyrinth_say_challenge({
          names: listed(
            phase.meets.map((seat) => nameOf(table, seat)),
            'disjunction',
          ),
        });
      return legal.some(({ type }) => type === 'Swap') ? m.labyrinth_say_swap() : m.labyrinth_say_end();
    case 'AnimalTurned': {
      if (view.sought === null) return m.labyrinth_sought_next();
      if (KIND[view.sought] !== 'animal') return m.labyrinth_news_secret({ secret: theSecret(view.sought) });
      const animal = theSecret(view.sought);
      return mine(phase.seat)
        ? m.labyrinth_say_animal({ animal })
        : m.labyrinth_say_animal_of({ name: nameOf(table, phase.seat), animal });
    }
    case 'Duel': {
      const [one, other] = phase.duellists;
      if (!mine(one) && !mine(other))
        return m.labyrinth_say_duel_of({ one: nameOf(table, one), other: nameOf(table, other) });
      if (table.seat !== null && table.seat in phase.throws) return m.labyrinth_say_thrown();
      return mine(other) && phase.prize.type === 'ForCards'
        ? m.labyrinth_say_challenged({ name: nameOf(table, one) })
        : m.labyrinth_say_throw();
    }
    case 'Placing': {
      const name = nameOf(table, phase.winner);
      if (mine(phase.winner)) return m.labyrinth_say_place({ name: nameOf(table, phase.loser) });
      return mine(phase.loser)
        ? m.labyrinth_say_place_mine({ name })
        : m.labyrinth_say_place_of({ name, loser: nameOf(table, phase.loser) });
    }
    case 'Finished':
      return phase.ending === 'full_set' ? m.labyrinth_say_full() : m.labyrinth_say_limit();
  }
}

export const progress = ({ turn, options }: View): string =>
  options.turn_limit === null
    ? m.labyrinth_progress({ turn })
    : m.labyrinth_progress_of({ turn, turns: options.turn_limit });

/** What has to be done, and how far the way is open for it. */
export function brief(table: Table): string {
  const { view, seat } = table;
  const parts = [sentence(table)];
  const walks = table.legal.some(({ type }) => type === 'Turn' || type === 'Move');
  if (seat !== null && walks) parts.push(reachWords(view, seat, view.rotation));
  return parts.join(' ');
}

/** The whole position in words. */
export function summary(table: Table): string {
  const { view, seat } = table;
  const parts = [sentence(table)];
  if (view.sought !== null && view.square !== null)
    parts.push(
      m.labyrinth_sum_sought({
        secret: secretName(view.sought),
        where: whereWords(view.square, view.rotation),
      }),
    );
  parts.push(m.labyrinth_pile({ count: view.pile }));
  for (const person of table.people) {
    const pawn = view.pawns[person.seat];
    if (pawn === undefined) continue;
    parts.push(
      m.labyrinth_sum_pawn({
        who: person.isMe ? 'me' : 'other',
        name: person.name,
        where: squareWords(pawn, view.rotation),
        count: view.counts[person.seat] ?? 0,
      }),
    );
  }
  const hand = seat === null ? undefined : view.hands[seat];
  if (hand && isKnown(hand) && hand.length)
    parts.push(
      m.labyrinth_sum_hand({
        treasures: kindCount('treasure', inKind(hand, 'treasure').length),
        gnomes: kindCount('gnome', inKind(hand, 'gnome').length),
        cards: listed(hand.map(secretName)),
      }),
    );
  if (seat !== null && view.phase.type !== 'Finished') parts.push(reachWords(view, seat, view.rotation));
  return parts.join(' ');
}
