import type { Attachment } from 'svelte/attachments';

/** A finger that lifts at speed throws no page along: browsers take no tap until such a throw is over. Taps stay taps. */
export const unflung: Attachment<HTMLElement> = (node) => {
  const keep = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault();
  };
  node.addEventListener('touchmove', keep, { passive: false });
  return () => node.removeEventListener('touchmove', keep);
};
