import { expect, it } from 'vitest';
import { keptIn } from '$lib/kept';

const closed = (): never => {
  throw new DOMException('no storage here', 'SecurityError');
};

/** As a browser's own; `room` is how many entries fit. */
function storage(room: number, entries: Record<string, string> = {}): Storage {
  const made = new Map(Object.entries(entries));
  return {
    length: 0,
    key: () => null,
    clear: () => made.clear(),
    getItem: (key) => made.get(key) ?? null,
    removeItem: (key) => made.delete(key),
    setItem: (key, value) => {
      if (!made.has(key) && made.size >= room) throw new DOMException('full', 'QuotaExceededError');
      made.set(key, value);
    },
  };
}

it('keeps what is written under the name of the house, for the next page too', () => {
  const own = storage(2);
  const kept = keptIn(() => own);
  expect(kept.read('name')).toBeNull();
  kept.write('name', 'Ada');
  expect(own.getItem('filon.name')).toBe('"Ada"');
  expect(keptIn(() => own).read('name')).toBe('Ada');
});

it('finds nothing where what stands there cannot be read', () => {
  const own = storage(1, { 'filon.name': '{"half' });
  expect(keptIn(() => own).read('name')).toBeNull();
});

it('keeps it as long as the page lives where storage is closed', () => {
  const kept = keptIn(closed);
  expect(kept.read('hands')).toBeNull();
  kept.write('hands', [{ name: 'Bruno' }]);
  expect(kept.read('hands')).toEqual([{ name: 'Bruno' }]);
});

it('never shows an older value where a newer one found no room', () => {
  let room = 1;
  const own = storage(1);
  const kept = keptIn(() => ({
    ...own,
    setItem: (key, value) => (room ? own.setItem(key, value) : closed()),
  }));
  kept.write('pace', 'calm');
  room = 0;
  kept.write('pace', 'brisk');
  expect(kept.read('pace')).toBe('brisk');
  room = 1;
  kept.write('pace', 'instant');
  expect(kept.read('pace')).toBe('instant');
});

it('forgets what is written over with nothing, where storage is closed too', () => {
  const own = storage(1);
  const kept = keptIn(() => own);
  kept.write('deal', 'AMBER');
  kept.write('deal', null);
  expect(kept.read('deal')).toBeNull();
  expect(own.getItem('filon.deal')).toBeNull();
  const onPage = keptIn(closed);
  onPage.write('deal', 'AMBER');
  onPage.write('deal', null);
  expect(onPage.read('deal')).toBeNull();
});
