import type { Attachment } from 'svelte/attachments';
import type { Skippable } from './seated';

const PRESSABLE = 'button:enabled, a[href], input, [role="button"]';
const pressable = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(PRESSABLE) !== null;

/**
 * A tap anywhere on the board, Enter or Escape go on from a great moment. Such a tap means nothing else: what lies under
 * it is not played by it. Buttons of the scene itself do what they do.
 */
export const skipping =
  (session: Skippable): Attachment<HTMLElement> =>
  (board) => {
    const held = new Set<number>();

    function down(event: PointerEvent): void {
      if (!session.great || pressable(event)) return;
      held.add(event.pointerId);
      event.stopPropagation();
    }
    /** A drag that began before goes to its end. */
    function up(event: PointerEvent): void {
      if (held.delete(event.pointerId)) event.stopPropagation();
    }
    function tap(event: MouseEvent): void {
      if (!session.great) return;
      if (!pressable(event)) event.stopPropagation();
      session.skip();
    }
    function key(event: KeyboardEvent): void {
      if (!session.great || event.repeat || document.querySelector('dialog[open]')) return;
      if (event.key !== 'Escape' && (event.key !== 'Enter' || pressable(event))) return;
      event.stopPropagation();
      event.preventDefault();
      session.skip();
    }

    board.addEventListener('pointerdown', down, { capture: true });
    board.addEventListener('pointerup', up, { capture: true });
    board.addEventListener('click', tap, { capture: true });
    window.addEventListener('keydown', key, { capture: true });
    return () => {
      board.removeEventListener('pointerdown', down, { capture: true });
      board.removeEventListener('pointerup', up, { capture: true });
      board.removeEventListener('click', tap, { capture: true });
      window.removeEventListener('keydown', key, { capture: true });
    };
  };
