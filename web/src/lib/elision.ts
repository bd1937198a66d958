/** Vowels, and the h of names, which French does not hear; a y before another vowel it does: d’Yves, de Yann. */
const SOFT = /^(?:[aeiouàâäéèêëîïôöùûüæœ]|h[aeiouyàâäéèêëîïôöùûüæœ]|y(?![aeiouàâäéèêëîïôöùûü]))/i;
const special = /[.*+?^${}()|[\]\\]/g;

/** French joins "de" and "que" to a name that begins softly: le pion d’Anna. Sentences are written for any name. */
export function elided(sentence: string, names: readonly string[], locale: string): string {
  if (locale !== 'fr') return sentence;
  const soft = names.filter((name) => SOFT.test(name)).map((name) => name.replace(special, '\\$&'));
  if (soft.length === 0) return sentence;
  const before = new RegExp(`(?<![\\p{L}’'])(d|(?:q|jusq|lorsq|puisq)u)e (?=(?:${soft.join('|')}))`, 'giu');
  return sentence.replace(before, '$1’');
}
