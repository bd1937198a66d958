import { Refusal } from '../net/api';
import { m } from '../paraglide/messages.js';
import { explain } from '../play/refusals';
import { toasts } from '../ui/toasts.svelte';

/** Says aloud why something did not happen: the server's reason, or that it does not answer. */
export function tellFailure(error: unknown): void {
  const text =
    error instanceof Refusal ? explain({ code: error.code, reason: error.message }) : m.unreachable();
  toasts.show(text, { tone: 'bad' });
}
