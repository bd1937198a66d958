import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/labyrinth';
import type { PlayTable } from '../types';
import { allFound, arrivalOf, turnsUpNext } from './arrival';
import { inKind, KIND } from './castle';
import { isKnown } from './steps';
import { stagedWords, whoOf } from './tell';
import { trialOf } from './trial';
import { aimWords, reachWords } from './voice';
import { kindCount, listed, ofName, secretName, squareWords, theSecret, whereWords } from './words';

type Table = PlayTable<View, Action, Event>;

const nameOf = (table: Table, seat: number): string => table.people[seat]?.name ?? '';

const namesOf = (table: Table, seats: readonly number[]): string[] =>
  seats.map((seat) => nameOf(table, seat));
const anyOf = (table: Table, seats: readonly number[]): string =>
  listed(namesOf(table, seats), 'disjunction');
const thoseThere = (table: Table, seats: readonly number[]): { names: string; count: number } => ({
  names: listed(namesOf(table, seats)),
  count: seats.length,
});

/** While what was done is still being shown, and nothing may be done yet. */
const onTheWay = ({ sought, pile }: View): string =>
  sought === null && pile > 0 ? m.labyrinth_sought_next() : m.labyrinth_say_going();

/** The sought secret can be walked to: what that means. */
function withinReach(table: Table, seat: number): string {
  const arrival = arrivalOf(table.view, seat);
  if (!arrival || table.view.sought === null) return m.labyrinth_say_walk();
  const secret = theSecret(table.view.sought);
  switch (arrival.means) {
    case 'take':
      return m.labyrinth_say_reach({ secret });
    case 'duel':
      return m.labyrinth_say_reach_duel({ secret, ...thoseThere(table, arrival.others) });
    case 'crowd':
      return m.labyrinth_say_reach_crowd({ secret });
    case 'last':
      return m.labyrinth_say_reach_last({ secret });
  }
}

/** What finishing a turn does: whoever took the sought card turns up the next one, LAB-3.6, or the next player begins. */
export function turnEnd(
  view: View,
  people: Table['people'],
): { readonly then: 'secret' | 'next'; readonly next: string } {
  const next = people[(view.on_turn + 1) % view.pawns.length]?.name ?? '';
  const turnsUp = view.sought === null && view.pile > 0 && turnsUpNext(view) === view.on_turn;
  return { then: turnsUp ? 'secret' : 'next', next };
}

/** Whether cards are on their way on the stage; before that the duel is being decided, and some lose nothing. */
const isHanding = (event: Event): boolean =>
  event.type === 'Swapped' ||
  event.type === 'SecretTaken' ||
  (event.type === 'CardsHandedOver' && event.count > 0);

/** The one sentence that says what is expected of whoever looks, or what stands on the stage. */
export function sentence(table: Table): string {
  const event = table.moment?.event;
  if (event && stagedWords(event, table, table.view.phase))
    return isHanding(event) ? m.labyrinth_say_cards() : m.labyrinth_say_deciding();
  const trial = trialOf(table);
  return (trial && table.seat !== null && aimWords(table, table.seat, trial)) || expected(table);
}

function expected(table: Table): string {
  const { view, legal } = table;
  const { phase } = view;
  const mine = (seat: number): boolean => table.playing && seat === table.seat;
  const turn = { name: nameOf(table, view.on_turn) };
  switch (phase.type) {
    case 'FirstChange':
      if (!mine(view.on_turn)) return m.labyrinth_say_turns_of(turn);
      return allFound(view) ? m.labyrinth_say_first_duels() : m.labyrinth_say_first();
    case 'SecondChange':
      if (!mine(view.on_turn)) return m.labyrinth_say_turns_of(turn);
      return allFound(view) ? m.labyrinth_say_second_duels() : m.labyrinth_say_second();
    case 'Moving':
      if (!mine(view.on_turn)) return m.labyrinth_say_walks(turn);
      if (!legal.length) return m.labyrinth_say_going();
      if (legal.some((action) => action.type === 'Move' && action.to === view.square))
        return withinReach(table, view.on_turn);
      if (allFound(view)) return m.labyrinth_say_walk_duels();
      return view.sought !== null && view.pawns[view.on_turn] === view.square
        ? m.labyrinth_say_take({ secret: theSecret(view.sought) })
        : m.labyrinth_say_walk();
    case 'Arrived':
      if (!mine(view.on_turn)) return m.labyrinth_say_arrived(turn);
      if (!legal.length) return onTheWay(view);
      if (phase.meets.length)
        return m.labyrinth_say_challenge({
          names: anyOf(table, phase.meets),
          ...turnEnd(view, table.people),
        });
      return legal.some(({ type }) => type === 'Swap')
        ? m.labyrinth_say_swap(turnEnd(view, table.people))
        : m.labyrinth_say_end(turnEnd(view, table.people));
    case 'AnimalTurned': {
      if (view.sought === null) return m.labyrinth_sought_next();
      if (KIND[view.sought] !== 'animal') return m.labyrinth_news_secret({ secret: theSecret(view.sought) });
      const animal = theSecret(view.sought);
      if (!mine(phase.seat)) return m.labyrinth_say_animal_of({ name: nameOf(table, phase.seat), animal });
      const arrival = arrivalOf(view, phase.seat);
      return arrival?.means === 'duel'
        ? m.labyrinth_say_animal_duel({ animal, ...thoseThere(table, arrival.others) })
        : m.labyrinth_say_animal({ animal });
    }
    case 'Fetched':
      if (!mine(phase.seat)) return m.labyrinth_say_fetched_of({ name: nameOf(table, phase.seat) });
      if (!legal.length) return onTheWay(view);
      return m.labyrinth_say_fetched({ names: anyOf(table, phase.meets) });
    case 'Duel': {
      const [one, other] = phase.duellists;
      const contested = phase.prize.type === 'ForSecret' ? view.sought : null;
      if (!mine(one) && !mine(other)) {
        const names = { one: nameOf(table, one), other: nameOf(table, other) };
        return contested
          ? m.labyrinth_say_contest_of({ ...names, secret: theSecret(contested) })
          : m.labyrinth_say_duel_of(names);
      }
      if (table.seat !== null && table.seat in phase.throws) return m.labyrinth_say_thrown();
      if (contested)
        return m.labyrinth_say_contest({
          name: nameOf(table, mine(one) ? other : one),
          secret: theSecret(contested),
        });
      return mine(other) && phase.prize.type === 'ForCards'
        ? m.labyrinth_say_challenged({ name: nameOf(table, one) })
        : m.labyrinth_say_throw();
    }
    case 'Placing': {
      const name = nameOf(table, phase.winner);
      const of = ofName(nameOf(table, phase.loser));
      if (mine(phase.loser)) return m.labyrinth_say_place_mine({ name });
      if (!mine(phase.winner)) return m.labyrinth_say_place_of({ name, of });
      if (phase.prize.type === 'ForCards') return m.labyrinth_say_place({ of });
      const [next] = phase.prize.waiting;
      return next === undefined
        ? m.labyrinth_say_place_card({ of })
        : m.labyrinth_say_place_next({ of, next: nameOf(table, next) });
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
  const parts = [expected(table)];
  const walks = table.legal.some(({ type }) => type === 'Turn' || type === 'Move');
  if (seat !== null && walks) parts.push(reachWords(table, seat, view.rotation));
  return parts.join(' ');
}

/** The whole position in words. */
export function summary(table: Table): string {
  const { view, seat } = table;
  const parts = [expected(table)];
  if (view.sought !== null && view.square !== null)
    parts.push(
      m.labyrinth_sum_sought({
        secret: secretName(view.sought),
        where: whereWords(view.square, view.rotation),
      }),
    );
  else if (!allFound(view)) parts.push(m.labyrinth_sought_next_of(whoOf(table.people)(turnsUpNext(view))));
  parts.push(allFound(view) ? m.labyrinth_sum_all_found() : m.labyrinth_pile({ count: view.pile }));
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
  if (seat !== null && view.phase.type !== 'Finished') parts.push(reachWords(table, seat, view.rotation));
  return parts.join(' ');
}
