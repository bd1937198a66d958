import { describe, expect, it } from 'vitest';
import { said, saidFields, seatIn, spelt } from '$lib/games/plain/words';

const name = (seat: number): string => ['Ada', 'Ben', 'Cleo'][seat] ?? '?';

describe('a game that this client knows nothing of', () => {
  it('is spelt as people write', () => {
    expect(['PlayCard', 'hand_sizes', 'DarkView', 'pile'].map(spelt)).toEqual([
      'Play card',
      'Hand sizes',
      'Dark',
      'Pile',
    ]);
  });

  it('says who did what, and what every other seat is to it', () => {
    const gone = { type: 'CardPlayed', seat: 0, card: 3, target: 2 };
    expect(saidFields(gone, name)).toBe('Card played: Ada, card 3, target Cleo');
    expect(saidFields({ type: 'Shown', choices: { '1': { type: 'StayDark' } }, taker: 1 }, name)).toBe(
      'Shown: choices Ben Stay dark, taker Ben',
    );
    expect(saidFields({ type: 'Shown', choices: {}, taker: null }, name)).toBe('Shown: choices –, taker –');
  });

  it('needs no name for a thing that stands alone', () => {
    expect(saidFields({ type: 'Light', candle: 7 }, name)).toBe('Light: 7');
    expect(saidFields({ type: 'Turn', on_turn: 1 }, name)).toBe('Turn: Ben');
    expect(saidFields({ type: 'StayDark' }, name)).toBe('Stay dark');
  });

  it('says what is hidden, and takes no number for a seat that is none', () => {
    expect(said([{ type: 'hidden' }, 4, true], name)).toMatch(/^\S+, 4, \S+$/);
    expect(seatIn('candle', 1)).toBeNull();
    expect(seatIn('winner', 1)).toBe(1);
    expect(seatIn('winner', null)).toBeNull();
  });
});
