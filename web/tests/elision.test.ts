import { expect, it } from 'vitest';
import { elided } from '$lib/elision';

const NAMES = ['Anna', 'Élise', 'Hector', 'Yves', 'Yann', 'Ben', 'O. (x)'];
const french = (text: string) => elided(text, NAMES, 'fr');

it('joins de and que to names that begin with a vowel or a silent h', () => {
  expect(french('Pose le pion de Anna où tu veux.')).toBe('Pose le pion d’Anna où tu veux.');
  expect(french('À côté de Élise et Ben.')).toBe('À côté d’Élise et Ben.');
  expect(french('De Hector, de Yves, de O. (x).')).toBe('D’Hector, d’Yves, d’O. (x).');
  expect(french('plus que Anna, lorsque Anna')).toBe('plus qu’Anna, lorsqu’Anna');
});

it('leaves everything else alone', () => {
  for (const text of ['le pion de Ben', 'le pion de Yann', 'le code Anna', 'une carte de onze', 'de toi'])
    expect(french(text)).toBe(text);
  expect(elided('de Anna', NAMES, 'en')).toBe('de Anna');
});
