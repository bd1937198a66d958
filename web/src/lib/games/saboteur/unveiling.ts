import type { Event, GoalView, RoundEnded, View } from '$lib/protocol/saboteur';
import type { Step } from '../types';
import { isKnown } from './cards';
import { changed, onTable } from './follow';
import { placeKey } from './moves';
import { flipOrder } from './result';

/** The table after the last card, before anything is turned; nobody reached the treasure. */
const HELD_MS = 1400;
/** A goal that was never reached. Where the treasure has been found already, the others are of less interest. */
const GOAL_MS = { diggers: 550, saboteurs: 1100, nobody: 1100 } as const;
const MASKED_MS = 500;
const DIGGERS_MS = 1800;
const DIGGER_MS = 450;
const SABOTEUR_MS = 900;
const UNMASKED_MS = 900;

/** Whether the round is over and its goals are being turned up; only then come the roles. */
export const turningGoals = ({ phase, results, round }: View): boolean =>
  phase.type !== 'Digging' && results.length < round.number;

/** The goal that was turned up last while the round's goals are turned; null at any other time. */
export function newlyTurned(view: View): GoalView | null {
  if (!turningGoals(view)) return null;
  const laid = new Set(view.round.maze.map(({ at }) => placeKey(at)));
  return view.round.goals.findLast(({ at, face_up }) => face_up && !laid.has(placeKey(at))) ?? null;
}

/** The end of a round, in order: the goals that nobody reached, one by one, then the roles, then the one set aside. */
export function unveiling(before: View, event: RoundEnded): Step<View, Event>[] {
  const { number, winner, last, roles, set_aside, goals } = event;
  let view: View = { ...before, phase: { type: 'RoundOver', ready: [] } };
  const shown: Step<View, Event>[] = [];
  const show = (ms: number, sound?: Step<View, Event>['sound']) =>
    shown.push({ event, view, ms, great: true, ...(sound && { sound }) });

  if (winner !== 'diggers') show(HELD_MS);
  goals.forEach((face, index) => {
    if (view.round.goals[index]?.face_up ?? true) return;
    const turned = changed(view.round.goals, index, (goal) => ({ ...goal, face, face_up: true }));
    view = onTable(view, { goals: turned });
    show(GOAL_MS[winner], face.card === 'treasure' ? 'gold' : 'stone');
  });

  view = { ...view, results: [...view.results, { round: number, winner, last, roles, set_aside, goals }] };
  show(MASKED_MS, 'wood');
  const diggers = roles.filter((role) => role === 'digger').length;
  for (const seat of flipOrder(roles)) {
    const role = roles[seat];
    const known = view.round.roles[seat];
    if (!role || (known && isKnown(known))) continue;
    view = onTable(view, { roles: changed(view.round.roles, seat, () => role) });
    if (role === 'saboteur') show(SABOTEUR_MS, 'rumble');
    else show(Math.min(DIGGER_MS, DIGGERS_MS / diggers), 'card');
  }
  view = onTable(view, { set_aside });
  show(UNMASKED_MS, winner === 'diggers' ? 'win' : 'lose');
  return shown;
}
