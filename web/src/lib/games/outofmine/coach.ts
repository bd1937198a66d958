import { m } from '$lib/paraglide/messages.js';
import { Shape, Side, type Action, type View } from '$lib/protocol/outofmine';
import { Figures, type Why } from '../reasons';
import type { CoachWords, Telling } from '../types';
import { columnOf, lay, rowOf, squareName } from './grid';
import { WAYS } from './pieces';
import { sideName, tileName } from './words';

const plain = (shape: Shape): string => tileName({ shape, find: 'plain' });

/** The shape of a tile that lies on these squares: an action names them alone. */
function shapeOn(squares: readonly number[]): Shape | undefined {
  const row = Math.min(...squares.map(rowOf));
  const column = Math.min(...squares.map(columnOf));
  return Shape.find((shape) =>
    WAYS[shape].some((_, way) => lay(shape, way, row, column)?.join() === squares.join()),
  );
}

function reason(why: Why, telling: Telling): string | null {
  const of = new Figures(why);
  const tile = () => plain(of.among(Shape, 'tile'));
  const name = () => telling.people[of.number('rival')]?.name ?? '';
  const points = () => m.outofmine_points({ count: of.number('count') });
  /** Who else was soonest full; nothing where nobody else dug any more. */
  const nearest = (said: string): string => {
    if (why.values['rival'] === undefined) return said;
    const count = of.number('motions');
    const rival = count
      ? m.outofmine_coach_nearest({ name: name(), count })
      : m.outofmine_coach_nearest_full({ name: name() });
    return `${said} ${rival}`;
  };
  switch (why.key) {
    case 'coach.outofmine.face':
      return m.outofmine_coach_face({
        side: sideName(of.among(Side, 'side')),
        ways: of.shown('ways'),
        others: of.shown('others'),
      });
    case 'coach.outofmine.call':
      return nearest(m.outofmine_coach_call({ points: points() }));
    case 'coach.outofmine.call_anyway':
      return nearest(m.outofmine_coach_call_anyway({ count: of.number('wrong') }));
    case 'coach.outofmine.repair':
      return nearest(m.outofmine_coach_repair({ count: of.number('wrong'), points: points() }));
    case 'coach.outofmine.wait':
      return nearest(m.outofmine_coach_wait({ points: points() }));
    case 'coach.outofmine.scarce_tile':
      return m.outofmine_coach_scarce_tile({
        tile: tile(),
        name: name(),
        count: of.number('rivals'),
        odds: of.number('odds'),
        motions: m.outofmine_coach_motions({ count: of.number('motions') }),
      });
    case 'coach.outofmine.lost_filling':
      return m.outofmine_coach_lost_filling({
        tile: tile(),
        count: of.number('keeping'),
        places: of.number('places'),
      });
    case 'coach.outofmine.useless_tile':
      return m.outofmine_coach_useless_tile({ tile: tile(), count: of.number('missing') });
    case 'coach.outofmine.cover':
      return nearest(m.outofmine_coach_cover({ tile: tile(), count: of.number('squares') }));
    default:
      return null;
  }
}

function kind(named: string): string | null {
  switch (named) {
    case 'outofmine.face':
      return m.outofmine_coach_kind_face();
    case 'outofmine.call_late':
      return m.outofmine_coach_kind_call_late();
    case 'outofmine.false_call':
      return m.outofmine_coach_kind_false_call();
    case 'outofmine.scarce_tile':
      return m.outofmine_coach_kind_scarce_tile();
    case 'outofmine.lost_filling':
      return m.outofmine_coach_kind_lost_filling();
    case 'outofmine.useless_tile':
      return m.outofmine_coach_kind_useless_tile();
    default:
      return null;
  }
}

function action(done: Action): string {
  switch (done.type) {
    case 'ChooseFace':
      return m.outofmine_coach_do_face({ side: sideName(done.side) });
    case 'Take':
      return m.outofmine_coach_do_take({ tile: tileName(done.tile) });
    case 'Swap':
      return m.outofmine_coach_do_swap({ tile: tileName(done.tile) });
    case 'Place': {
      const shape = shapeOn(done.squares);
      return m.outofmine_coach_do_place({
        tile: shape ? plain(shape) : '',
        where: done.squares.map(squareName).join(' '),
      });
    }
    case 'PutBack':
      return m.outofmine_coach_do_put_back();
    case 'PickUp':
      return m.outofmine_coach_do_pick_up({ where: squareName(done.square) });
    case 'TakeOff':
      return m.outofmine_coach_do_take_off({ where: squareName(done.square) });
    case 'Call':
      return m.outofmine_coach_do_call();
    case 'GiveUp':
      return m.outofmine_give_up();
    case 'Continue':
    case 'Signal':
    case 'TimeUp':
    case 'Away':
      return '';
  }
}

export const words: CoachWords<View, Action> = { reason, kind, action };
