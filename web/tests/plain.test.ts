import { describe, expect, it } from 'vitest';
import { said, saidFields, spelt, whoIn } from '$lib/games/plain/words';

const name = (seat: number): string | null => ['Ada', 'Ben', 'Cleo'][seat] ?? null;

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
    expect(whoIn('candle', 1, name)).toBeNull();
    expect(whoIn('winner', 1, name)).toBe('Ben');
    expect(whoIn('winner', null, name)).toBeNull();
  });

  it('names nobody where nobody sits: that is the number of a card, or of a place', () => {
    expect(saidFields({ type: 'Moved', seat: 0, to: 2, target: 12 }, name)).toBe(
      'Moved: Ada, to 2, target 12',
    );
    expect(said({ '1': 4, '11': 2 }, name)).toBe('1 4, 11 2');
    expect(said({ '0': 4, '2': 1 }, name)).toBe('Ada 4, Cleo 1');
  });
});
