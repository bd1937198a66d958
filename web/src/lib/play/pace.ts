import { preferences } from '../preferences.svelte';

/** What is left of a moment's time. Never nothing: boards learn what happened from moments, not from positions. */
const SHARE = { calm: 1, brisk: 0.5, instant: 0.04 } as const;

/** Waits for a moment to have been shown, as long as this person likes to look. */
export function atMyPace(ms: number, then: () => void): unknown {
  return setTimeout(then, ms * SHARE[preferences.pace]);
}
