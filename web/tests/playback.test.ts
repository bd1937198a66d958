import { describe, expect, it } from 'vitest';
import { Playback } from '$lib/play/playback.svelte';

type Steps = { event: string; view: number; ms: number; great?: boolean }[];

/** A clock that only goes when it is told to. */
function clockwork() {
  const waiting: { ms: number; then: () => void }[] = [];
  const playback = new Playback<number, string, string>(0, 'start', undefined, (ms, then) =>
    waiting.push({ ms, then }),
  );
  return { playback, waiting, next: () => waiting.shift()?.then() };
}
const steps: Steps = [
  { event: 'shown', view: 1, ms: 300 },
  { event: 'turned', view: 2, ms: 200 },
];

describe('showing moves', () => {
  it('shows one moment after the other and ends at the position that arrived', () => {
    const { playback, next } = clockwork();
    playback.push({ steps, view: 3, extra: 'after' });
    expect(playback.moment?.event).toBe('shown');
    expect(playback.view).toBe(1);
    next();
    expect(playback.view).toBe(3);
    expect(playback.settled).toBe(false);
    next();
    expect(playback.settled).toBe(true);
    expect(playback.moment).toBeNull();
  });

  it('lets people act when the last moment begins, not when it ends', () => {
    const { playback, next } = clockwork();
    playback.push({ steps, view: 3, extra: 'after' });
    expect(playback.extra).toBe('start');
    next();
    expect(playback.extra).toBe('after');
  });

  it('needs no time for moments of none', () => {
    const { playback, waiting } = clockwork();
    playback.push({ steps: [{ event: 'chose', view: 1, ms: 0 }], view: 1, extra: 'after' });
    expect(waiting).toHaveLength(0);
    expect(playback.settled).toBe(true);
    expect(playback.extra).toBe('after');
  });

  it('gives a great moment its whole time, and goes on by a tap', () => {
    const { playback, waiting, next } = clockwork();
    playback.push({ steps: [{ event: 'duel', view: 1, ms: 4000, great: true }], view: 1, extra: 'one' });
    const long: Steps = Array.from({ length: 9 }, (_, view) => ({ event: 'turned', view, ms: 500 }));
    playback.push({ steps: long, view: 9, extra: 'two' });
    expect(waiting[0]?.ms).toBe(4000);
    expect(playback.view, 'what comes later neither hurries it nor jumps over it').toBe(1);
    playback.skip();
    expect(playback.moment?.event).toBe('turned');
    expect(playback.great).toBe(false);
    playback.skip();
    expect(waiting, 'an ordinary moment is not skipped').toHaveLength(2);
    const { view } = playback;
    next();
    expect(playback.view, 'the time that a tap cut short ends nothing later').toBe(view);
  });

  it('does not hurry a great moment behind which others are waiting already', () => {
    const { playback, waiting, next } = clockwork();
    playback.push({ steps: [{ event: 'shown', view: 1, ms: 300 }], view: 1, extra: 'one' });
    playback.push({ steps: [{ event: 'duel', view: 2, ms: 4000, great: true }], view: 2, extra: 'two' });
    const long: Steps = Array.from({ length: 9 }, (_, view) => ({ event: 'turned', view, ms: 500 }));
    playback.push({ steps: long, view: 9, extra: 'three' });
    next();
    expect(playback.moment?.event).toBe('duel');
    expect(waiting[0]?.ms).toBe(4000);
  });

  it('hurries when it is late, and jumps when it is far behind', () => {
    const { playback, waiting, next } = clockwork();
    const long: Steps = Array.from({ length: 4 }, (_, view) => ({ event: 'turned', view, ms: 500 }));
    playback.push({ steps: long, view: 4, extra: 'one' });
    expect(waiting[0]?.ms, 'a long move takes its time').toBe(500);
    playback.push({ steps: long, view: 5, extra: 'two' });
    next();
    expect(waiting[0]?.ms, 'the next one is waiting').toBeLessThan(500);
    playback.push({ steps: long, view: 7, extra: 'two' });
    expect(playback.view).toBe(7);
    expect(playback.extra).toBe('two');
    expect(playback.settled).toBe(true);
  });

  it('forgets what it was showing when the whole position is sent', () => {
    const { playback, next } = clockwork();
    playback.push({ steps, view: 3, extra: 'after' });
    playback.jump(9, 'sync');
    next();
    expect(playback.view).toBe(9);
    expect(playback.extra).toBe('sync');
  });
});
