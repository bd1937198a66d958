import { m } from '../paraglide/messages.js';
import type { Ranked } from './ranking';

/** A finished game in one sentence, for people who were not there: by name, nobody is "you". */
export function resultSentence(
  game: string,
  ranked: readonly Ranked[],
  score: (points: number) => string,
  joined: (names: readonly string[]) => string,
): string {
  const winners = ranked.filter(({ won }) => won);
  const others = ranked.filter(({ won }) => !won).map((one) => `${one.person.name} (${one.score})`);
  const said = m.result_won({
    game,
    names: joined(winners.map(({ person }) => person.name)),
    score: score(winners[0]?.score ?? 0),
    count: winners.length,
  });
  return others.length ? `${said} ${m.result_others({ names: joined(others) })}` : said;
}
