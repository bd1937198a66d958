import { createSubscriber } from 'svelte/reactivity';

/** Tells whoever reads it that time goes on, four times a second, and only while somebody reads it. */
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

export function tick(): void {
  subscribe();
}

/** 65_000 -> "1:05", 3_700_000 -> "1 h 02", 2 days -> "2 d". */
export function span(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))}`;
  return `${Math.floor(seconds / 86_400)} ${locale === 'fr' ? 'j' : 'd'}`;
}
