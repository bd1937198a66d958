import { atMyPace } from '../play/pace';

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** Waits for a moment to have been shown, so many times as fast as this person likes to look. */
export const atSpeed = (ms: number, speed: number, then: () => void): unknown => atMyPace(ms / speed, then);

const THINK_MS = 750;
const LEAST_MS = 90;
const MOST_MS = 1500;

/** How long a position stays before the next move: in turns long enough to read, in real time as long as it was. */
export const pause = (turnBased: boolean, before: number, after: number): number =>
  turnBased ? THINK_MS : Math.min(MOST_MS, Math.max(LEAST_MS, after - before));
