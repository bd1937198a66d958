import type { Attachment } from 'svelte/attachments';

const BARRED = ':disabled, [aria-disabled="true"], [tabindex="-1"]';
const HANDS = '[data-hands] :is(button, [tabindex="0"])';
/** What a second press on Enter may safely fall on. */
const FIRST = '[data-hands] [data-first]';

/**
 * The focus is never lost: when what held it is gone or can no more be pressed, it waits on the page's `main`.
 * Whoever plays by keys finds it where the hands are (`data-hands`) as soon as there is something to do.
 */
export const keepFocus: Attachment<HTMLElement> = (room) => {
  let held: HTMLElement | null = null;
  /** What was held when a dialog opened: a button that may not be pressed meanwhile cannot take it back itself. */
  let opener: HTMLElement | null = null;
  let waiting = false;
  /** On its way from one thing to another: what its leaving changes on the page is seen before it arrives. */
  let moving = false;

  const pressable = (node: HTMLElement | null): node is HTMLElement =>
    node !== null && node.isConnected && !node.matches(BARRED) && !node.closest('[inert]');
  /** Also what is moved among its like loses the focus. */
  const lost = (): boolean => {
    const active = document.activeElement;
    return (
      held !== null && !moving && (active === null || active === document.body || active.matches(':disabled'))
    );
  };

  function heed(): void {
    // A page that is still on its way has none; then the body itself holds the focus for it.
    const main = room.querySelector<HTMLElement>('main') ?? room.querySelector<HTMLElement>('#content');
    if (!main) return;
    if (lost() || (document.activeElement?.id === 'content' && main.id !== 'content')) {
      main.focus({ preventScroll: true });
      waiting = document.activeElement === main;
    }
    if (!waiting || !(pressable(held) || main.matches(':focus-visible'))) return;
    const next = pressable(held)
      ? held
      : [...room.querySelectorAll<HTMLElement>(FIRST), ...room.querySelectorAll<HTMLElement>(HANDS)].find(
          pressable,
        );
    next?.focus({ preventScroll: true });
  }

  const isPage = (node: HTMLElement): boolean => node.localName === 'main' || node.id === 'content';

  function leaving({ relatedTarget }: FocusEvent): void {
    moving = relatedTarget !== null;
  }
  function entered({ target }: FocusEvent): void {
    waiting = moving = false;
    if (!(target instanceof HTMLElement)) return;
    if (!isPage(target)) {
      opener = target.closest('dialog') ? (opener ?? held) : null;
      held = target;
    } else if (opener) {
      held = opener;
      opener = null;
      waiting = true;
      queueMicrotask(heed);
    }
  }
  /** Whoever presses beside everything means to leave. */
  function pressed(): void {
    if (document.activeElement === document.body) held = null;
  }

  const observer = new MutationObserver(heed);
  observer.observe(room, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'aria-disabled', 'inert'],
  });
  room.addEventListener('blur', leaving, true);
  room.addEventListener('focusin', entered);
  room.addEventListener('pointerup', pressed);
  return () => {
    observer.disconnect();
    room.removeEventListener('blur', leaving, true);
    room.removeEventListener('focusin', entered);
    room.removeEventListener('pointerup', pressed);
  };
};
