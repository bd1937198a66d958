import { m } from '$lib/paraglide/messages.js';
import {
  type Action,
  Kind,
  Ring,
  type Rotation,
  Secret,
  Stake,
  Thing,
  type Turn,
  type View,
} from '$lib/protocol/labyrinth';
import { Figures, type Why } from '../reasons';
import type { CoachWords, SeatPerson, Telling } from '../types';
import { SECRET_AT, zoneOfRing } from './castle';
import {
  atSquare,
  clock,
  kindName,
  listed,
  secretName,
  theRing,
  theSecret,
  thingName,
  turnWords,
  wayOf,
} from './words';

const nameOf = (people: readonly SeatPerson[], seat: number): string => people[seat]?.name ?? '';
const stakeWords = (stake: Stake): string =>
  stake === 'one' ? m.labyrinth_stake_one() : m.labyrinth_stake_die();
const givenWords = (kind: Kind): string =>
  kind === 'gnome' ? m.labyrinth_swap_gnome() : m.labyrinth_swap_one();

/** "the outer corridor one notch clockwise" */
export const changeWords = ({ ring, steps }: Pick<Turn, 'ring' | 'steps'>): string =>
  m.labyrinth_coach_turn({ ring: theRing(ring), ...wayOf(steps, zoneOfRing(ring).positions) });

/** Both changes of a turn, one after the other. */
export const changesWords = (
  first: Pick<Turn, 'ring' | 'steps'>,
  then: Pick<Turn, 'ring' | 'steps'>,
): string => m.labyrinth_coach_changes({ first: changeWords(first), then: changeWords(then) });

/** The changes that a reason speaks of: both, the second alone, or none where the pawn walks already. */
function changesOf(of: Figures): string | null {
  if (!of.text('ring')) return null;
  const first = { ring: of.among(Ring, 'ring'), steps: of.number('steps') };
  if (!of.text('then')) return changeWords(first);
  return changesWords(first, { ring: of.among(Ring, 'then'), steps: of.number('then_steps') });
}

function reason(why: Why, { people }: Telling): string | null {
  const of = new Figures(why);
  const changes = changesOf(of);
  const secret = () => ({ secret: theSecret(of.among(Secret, 'secret')) });
  const title = () => ({ secret: secretName(of.among(Secret, 'secret')) });
  const person = () => ({ name: nameOf(people, of.number('seat')) });
  const kind = () => ({ kind: kindName(of.among(Kind, 'kind')).toLowerCase() });
  const cards = () => ({ win: of.shown('win'), lose: of.shown('lose') });
  /** A figure beside what it was for the other choice. */
  const beside = (name: string) => ({ count: of.shown(name), played: of.shown(`${name}_played`) });
  const drawn = () => ({ treasures: of.shown('treasures'), gnomes: of.shown('gnomes') });
  switch (why.key) {
    case 'coach.labyrinth.win':
      return changes ? m.labyrinth_coach_win_by({ ...title(), changes }) : m.labyrinth_coach_win(title());
    case 'coach.labyrinth.take':
      return changes ? m.labyrinth_coach_take_by({ ...secret(), changes }) : m.labyrinth_coach_take(secret());
    case 'coach.labyrinth.contest':
      return m.labyrinth_coach_contest({ ...secret(), ...person(), chance: of.shown('chance') });
    case 'coach.labyrinth.meet':
      return m.labyrinth_coach_meet({ ...person(), ...kind(), ...cards() });
    case 'coach.labyrinth.rather_not':
      return m.labyrinth_coach_rather_not(secret());
    case 'coach.labyrinth.hinder':
      return m.labyrinth_coach_hinder({ ...secret(), ...person(), ...beside('theirs') });
    case 'coach.labyrinth.nearer':
      return m.labyrinth_coach_nearer({ ...secret(), ...beside('mine') });
    case 'coach.labyrinth.reach':
      return m.labyrinth_coach_reach(beside('squares'));
    case 'coach.labyrinth.apart':
      return m.labyrinth_coach_apart({ ...person(), ...beside('exposed') });
    case 'coach.labyrinth.closer':
      return m.labyrinth_coach_closer({ ...person(), ...beside('close') });
    case 'coach.labyrinth.guard':
      return m.labyrinth_coach_guard({ secret: theSecret(of.among(Secret, 'guarded')) });
    case 'coach.labyrinth.more':
    case 'coach.labyrinth.place_more':
      return m.labyrinth_coach_more();
    case 'coach.labyrinth.swap':
      return of.number('drawn') > 1
        ? m.labyrinth_coach_swap({
            ...person(),
            ...drawn(),
            cards: m.labyrinth_cards({ count: of.number('cards') }),
          })
        : m.labyrinth_coach_swap_one(person());
    case 'coach.labyrinth.no_swap':
      return m.labyrinth_coach_no_swap({ ...drawn(), given: givenWords(of.among(Kind, 'given')) });
    case 'coach.labyrinth.challenge':
      return m.labyrinth_coach_challenge({ ...person(), ...kind(), ...cards() });
    case 'coach.labyrinth.other_challenge':
      return m.labyrinth_coach_other_challenge({
        ...person(),
        ...kind(),
        ...cards(),
        stake: stakeWords(of.among(Stake, 'stake')).toLowerCase(),
        win_played: of.shown('win_played'),
        lose_played: of.shown('lose_played'),
      });
    case 'coach.labyrinth.no_challenge':
      return m.labyrinth_coach_no_challenge({ ...person(), ...kind(), ...cards() });
    case 'coach.labyrinth.fetch':
      return of.number('rivals') ? m.labyrinth_coach_fetch_duel(secret()) : m.labyrinth_coach_fetch(secret());
    case 'coach.labyrinth.decline':
      return of.number('rivals')
        ? m.labyrinth_coach_decline_duel(secret())
        : m.labyrinth_coach_decline(secret());
    case 'coach.labyrinth.place_theirs':
      return m.labyrinth_coach_place_theirs({ ...person(), ...beside('theirs') });
    case 'coach.labyrinth.place_squares':
      return m.labyrinth_coach_place_squares({ ...person(), ...beside('squares') });
    case 'coach.labyrinth.place_exposed':
      return m.labyrinth_coach_place_exposed({ ...person(), ...beside('exposed') });
    case 'coach.labyrinth.place_close':
      return m.labyrinth_coach_place_close({ ...person(), ...beside('close') });
    case 'coach.labyrinth.throw':
      return m.labyrinth_coach_throw({ ...person(), points: of.shown('points') });
    case 'coach.labyrinth.foreseen':
      return m.labyrinth_coach_foreseen({
        ...person(),
        throws: of.shown('throws'),
        chance: of.shown('chance'),
        thing: thingName(of.among(Thing, 'thing')).toLowerCase(),
        best: thingName(of.among(Thing, 'best')).toLowerCase(),
      });
    default:
      return null;
  }
}

function kind(kind: string): string | null {
  switch (kind) {
    case 'labyrinth.missed_secret':
      return m.labyrinth_coach_kind_missed_secret();
    case 'labyrinth.reach':
      return m.labyrinth_coach_kind_reach();
    case 'labyrinth.walk':
      return m.labyrinth_coach_kind_walk();
    case 'labyrinth.challenge':
      return m.labyrinth_coach_kind_challenge();
    case 'labyrinth.swap':
      return m.labyrinth_coach_kind_swap();
    case 'labyrinth.fetch':
      return m.labyrinth_coach_kind_fetch();
    case 'labyrinth.place':
      return m.labyrinth_coach_kind_place();
    case 'labyrinth.throw':
      return m.labyrinth_coach_kind_throw();
    default:
      return null;
  }
}

const placeWords = (square: number, rotation: Rotation) => ({
  where: atSquare(square),
  hour: clock(square, rotation),
});

function walkWords(to: number, view: View, people: readonly SeatPerson[]): string {
  const there = people.filter(({ seat }) => view.pawns[seat] === to).map(({ name }) => name);
  if (view.sought && to === view.square)
    return there.length
      ? m.labyrinth_coach_walk_duel({ secret: theSecret(view.sought) })
      : m.labyrinth_coach_walk_take({ secret: theSecret(view.sought) });
  if (there.length) return m.labyrinth_coach_walk_beside({ names: listed(there) });
  if (SECRET_AT.has(to)) return m.labyrinth_coach_walk_to({ where: atSquare(to) });
  return m.labyrinth_coach_walk_hour(placeWords(to, view.rotation));
}

function action(action: Action, view: View, { people }: Telling): string {
  switch (action.type) {
    case 'Turn':
      return turnWords(action.ring, action.steps, zoneOfRing(action.ring).positions);
    case 'Move':
      return walkWords(action.to, view, people);
    case 'Stay':
      return view.sought && view.seat !== null && view.pawns[view.seat] === view.square
        ? m.labyrinth_stay_take({ secret: theSecret(view.sought) })
        : m.labyrinth_stay();
    case 'Swap':
      return m.labyrinth_coach_swap_do({
        name: nameOf(people, action.opponent),
        given: givenWords(action.given),
      });
    case 'Challenge':
      return m.labyrinth_coach_challenge_do({
        name: nameOf(people, action.opponent),
        kind: kindName(action.kind).toLowerCase(),
        stake: stakeWords(action.stake).toLowerCase(),
      });
    case 'End':
      return m.labyrinth_coach_end();
    case 'Fetch':
      return m.labyrinth_fetch();
    case 'Decline':
      return m.labyrinth_decline();
    case 'Throw':
      return thingName(action.thing);
    case 'Place': {
      const loser = view.phase.type === 'Placing' ? nameOf(people, view.phase.loser) : '';
      return m.labyrinth_coach_place_do({ name: loser, ...placeWords(action.to, view.rotation) });
    }
  }
}

export const words: CoachWords<View, Action> = { reason, kind, action };
