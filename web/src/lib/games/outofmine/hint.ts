import { m } from '$lib/paraglide/messages.js';
import { Shape, Side } from '$lib/protocol/outofmine';
import { Figures, type Why } from '../reasons';
import { columnOf, rowOf, squareNamed } from './grid';
import { sideName, tileName } from './words';

/** Why a fair player would do this, in words; null for a reason this client does not know. */
export function hint(why: Why): string | null {
  const of = new Figures(why);
  const side = () => ({ side: sideName(of.among(Side, 'side')) });
  const tile = () => ({ tile: tileName({ shape: of.among(Shape, 'tile'), find: 'plain' }) });
  const where = () => {
    const square = squareNamed(of.text('at'));
    return { where: m.outofmine_hint_where({ row: rowOf(square) + 1, column: columnOf(square) + 1 }) };
  };
  const squares = (name: string) => m.outofmine_hint_squares({ count: of.number(name) });
  switch (why.key) {
    case 'outofmine.roomier':
      return m.outofmine_hint_roomier({ ...side(), count: of.number('room') });
    case 'outofmine.either_face':
      return m.outofmine_hint_either_face(side());
    case 'outofmine.only_face':
      return m.outofmine_hint_only_face(side());
    case 'outofmine.take':
      return m.outofmine_hint_take({ ...tile(), left: of.number('left') });
    case 'outofmine.take_partly':
      return m.outofmine_hint_take_partly({ ...tile(), left: of.number('left') });
    case 'outofmine.scarce':
      return m.outofmine_hint_scarce(tile());
    case 'outofmine.place':
      return m.outofmine_hint_place({ ...where(), left: squares('left') });
    case 'outofmine.place_partly':
      return m.outofmine_hint_place_partly({ ...where(), left: squares('left') });
    case 'outofmine.not_needed':
      return m.outofmine_hint_not_needed(tile());
    case 'outofmine.not_needed_partly':
      return m.outofmine_hint_not_needed_partly(tile());
    case 'outofmine.wrong_tile':
      return m.outofmine_hint_wrong_tile({ ...tile(), ...where() });
    case 'outofmine.in_the_way':
      return m.outofmine_hint_in_the_way({ ...tile(), ...where() });
    case 'outofmine.several_in_the_way':
      return m.outofmine_hint_several_in_the_way({ ...tile(), ...where() });
    case 'outofmine.full':
      return m.outofmine_hint_full();
    case 'outofmine.nothing_better':
      return m.outofmine_hint_nothing_better({ empty: squares('empty') });
    case 'outofmine.try_again':
      return m.outofmine_hint_try_again({ ...tile(), empty: squares('empty') });
    default:
      return null;
  }
}
