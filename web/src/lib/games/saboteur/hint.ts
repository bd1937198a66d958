import { m } from '$lib/paraglide/messages.js';
import { Card, Tool } from '$lib/protocol/saboteur';
import { Figures, type Why } from '../reasons';
import type { Telling } from '../types';
import { cardName, goalNames, toolName, yourTool } from './words';

/** Why a fair player would do this, in words; null for a reason this client does not know. */
export function hint(why: Why, { name: nameOf }: Pick<Telling, 'name'>): string | null {
  const of = new Figures(why);
  const counted = (name: string) => m.saboteur_hint_cards({ count: of.number(name) });
  const cards = () => ({ cards: counted('cards') });
  const left = () => ({ left: counted('left') });
  const goal = () => ({ goal: goalNames()[of.number('goal')] ?? '' });
  const person = () => ({ name: nameOf(of.number('seat')), tool: toolName(of.among(Tool, 'tool')) });
  switch (why.key) {
    case 'saboteur.reaches':
      return m.saboteur_hint_reaches();
    case 'saboteur.reaches_goal':
      return m.saboteur_hint_reaches_goal(goal());
    case 'saboteur.nearer':
      return m.saboteur_hint_nearer({ ...cards(), ...left() });
    case 'saboteur.nearer_goal':
      return m.saboteur_hint_nearer_goal({ ...goal(), ...cards(), ...left() });
    case 'saboteur.reopens':
      return m.saboteur_hint_reopens(left());
    case 'saboteur.farther':
      return m.saboteur_hint_farther();
    case 'saboteur.another_way':
      return m.saboteur_hint_another_way(left());
    case 'saboteur.no_nearer':
      return m.saboteur_hint_no_nearer(left());
    case 'saboteur.no_way':
      return m.saboteur_hint_no_way();
    case 'saboteur.dead_end':
      return m.saboteur_hint_dead_end();
    case 'saboteur.map':
      return m.saboteur_hint_map(goal());
    case 'saboteur.known':
      return m.saboteur_hint_known();
    case 'saboteur.clear':
      return m.saboteur_hint_clear(cards());
    case 'saboteur.clear_goal':
      return m.saboteur_hint_clear_goal({ ...goal(), ...cards() });
    case 'saboteur.suspect':
      return m.saboteur_hint_suspect(person());
    case 'saboteur.mend_own':
      return m.saboteur_hint_mend_own({ tool: yourTool(of.among(Tool, 'tool')) });
    case 'saboteur.mend_friend':
      return m.saboteur_hint_mend_friend(person());
    case 'saboteur.least_useful':
      return m.saboteur_hint_least_useful({ card: cardName(of.among(Card, 'card')) });
    case 'saboteur.nothing_nearer':
      return m.saboteur_hint_nothing_nearer({ card: cardName(of.among(Card, 'card')) });
    case 'saboteur.pass':
      return m.saboteur_hint_pass();
    case 'saboteur.gold':
      return m.saboteur_hint_gold({ nuggets: m.saboteur_nuggets({ count: of.number('nuggets') }) });
    case 'saboteur.helps_them':
      return m.saboteur_hint_helps_them();
    case 'saboteur.dig_along':
      return m.saboteur_hint_dig_along();
    case 'saboteur.harmless':
      return m.saboteur_hint_harmless();
    case 'saboteur.detour':
      return m.saboteur_hint_detour(cards());
    case 'saboteur.block':
      return m.saboteur_hint_block(cards());
    case 'saboteur.cut':
      return m.saboteur_hint_cut(cards());
    case 'saboteur.away_goal':
      return m.saboteur_hint_away_goal({ ...goal(), ...cards() });
    case 'saboteur.cut_off':
      return m.saboteur_hint_cut_off();
    case 'saboteur.cut_goal':
      return m.saboteur_hint_cut_goal(goal());
    case 'saboteur.hinder':
      return m.saboteur_hint_hinder(person());
    case 'saboteur.map_saboteur':
      return m.saboteur_hint_map_saboteur(goal());
    default:
      return null;
  }
}
