import { m } from '$lib/paraglide/messages.js';
import { Card, Tool, type Action, type View } from '$lib/protocol/saboteur';
import { Figures, type Why } from '../reasons';
import type { CoachWords, Telling } from '../types';
import { cardName, goalName, goalNames, placeWords, toolName } from './words';

/** As the coach counts: so many cards or more are as good as no way at all. */
const FAR = 16;

/** What speaks for the best card beside what was played; where the best was played, beside the next best. */
function reason(why: Why, { people }: Pick<Telling, 'people'>): string | null {
  const of = new Figures(why);
  const cards = (name: string) =>
    of.number(name) < FAR ? m.saboteur_hint_cards({ count: of.number(name) }) : m.saboteur_coach_far();
  const goal = () => goalNames()[of.number('goal')] ?? '';
  const way = () => ({ goal: goal(), best: cards('best'), played: cards('played') });
  const doubt = of.number('doubt');
  const person = () => {
    const who = people[of.number('seat')];
    const tool = toolName(of.among(Tool, 'tool'));
    return { who: who?.isMe ? 'me' : 'other', name: who?.name ?? '', tool, doubt, trust: 100 - doubt };
  };
  /** Where it is not known, how likely the treasure was there belongs to what is said of a goal. */
  const likely = (sentence: string) =>
    of.number('chance') < 100
      ? `${sentence} ${m.saboteur_coach_chance({ chance: of.number('chance') })}`
      : sentence;
  switch (why.key) {
    case 'coach.saboteur.reaches':
      return likely(m.saboteur_coach_reaches({ goal: goal() }));
    case 'coach.saboteur.nearer':
      return likely(m.saboteur_coach_nearer(way()));
    case 'coach.saboteur.keeps_open':
      return likely(m.saboteur_coach_keeps_open(way()));
    case 'coach.saboteur.farther':
      return likely(m.saboteur_coach_farther(way()));
    case 'coach.saboteur.cuts_off':
      return likely(m.saboteur_coach_cuts_off(way()));
    case 'coach.saboteur.another_way':
      return m.saboteur_coach_another_way(way());
    case 'coach.saboteur.narrower':
      return m.saboteur_coach_narrower(way());
    case 'coach.saboteur.seen':
      return m.saboteur_coach_seen({ best: of.number('best'), played: of.number('played') });
    case 'coach.saboteur.stops':
      return m.saboteur_coach_stops(person());
    case 'coach.saboteur.hinders':
      return m.saboteur_coach_hinders(person());
    case 'coach.saboteur.mends':
      return doubt > 50 ? m.saboteur_coach_mends_saboteur(person()) : m.saboteur_coach_mends_digger(person());
    case 'coach.saboteur.mends_own':
      return m.saboteur_coach_mends_own({ tool: toolName(of.among(Tool, 'tool')) });
    case 'coach.saboteur.looks':
      return m.saboteur_coach_looks({ goal: goal(), chance: of.number('chance') });
    case 'coach.saboteur.least_needed':
      return m.saboteur_coach_least_needed({ card: cardName(of.among(Card, 'card')) });
    case 'coach.saboteur.hit_friend':
      return doubt > 50 ? m.saboteur_coach_hit_saboteur(person()) : m.saboteur_coach_hit_digger(person());
    case 'coach.saboteur.mended_enemy':
      return doubt > 50
        ? m.saboteur_coach_mended_saboteur(person())
        : m.saboteur_coach_mended_digger(person());
    case 'coach.saboteur.knew':
      return m.saboteur_coach_knew();
    case 'coach.saboteur.threw_away':
      return m.saboteur_coach_threw_away({
        card: cardName(of.among(Card, 'card')),
        count: of.number('unseen'),
      });
    case 'coach.saboteur.played_on':
      return m.saboteur_coach_played_on({ best: of.number('best'), played: of.number('played') });
    case 'coach.saboteur.as_often':
      return m.saboteur_coach_as_often({ best: of.number('best') });
    default:
      return null;
  }
}

const KINDS: Readonly<Record<string, () => string>> = {
  'saboteur.right': m.saboteur_coach_kind_right,
  'saboteur.digger_missed_path': m.saboteur_coach_kind_digger_missed_path,
  'saboteur.digger_other_path': m.saboteur_coach_kind_digger_other_path,
  'saboteur.digger_wasted_path': m.saboteur_coach_kind_digger_wasted_path,
  'saboteur.digger_harmful_path': m.saboteur_coach_kind_digger_harmful_path,
  'saboteur.digger_hit_digger': m.saboteur_coach_kind_digger_hit_digger,
  'saboteur.digger_wrong_hammer': m.saboteur_coach_kind_digger_wrong_hammer,
  'saboteur.digger_spared_saboteur': m.saboteur_coach_kind_digger_spared_saboteur,
  'saboteur.digger_mended_saboteur': m.saboteur_coach_kind_digger_mended_saboteur,
  'saboteur.digger_left_broken': m.saboteur_coach_kind_digger_left_broken,
  'saboteur.digger_left_friend_broken': m.saboteur_coach_kind_digger_left_friend_broken,
  'saboteur.digger_no_look': m.saboteur_coach_kind_digger_no_look,
  'saboteur.digger_needless_look': m.saboteur_coach_kind_digger_needless_look,
  'saboteur.digger_threw_away': m.saboteur_coach_kind_digger_threw_away,
  'saboteur.saboteur_helped': m.saboteur_coach_kind_saboteur_helped,
  'saboteur.saboteur_too_early': m.saboteur_coach_kind_saboteur_too_early,
  'saboteur.saboteur_too_late': m.saboteur_coach_kind_saboteur_too_late,
  'saboteur.saboteur_other_harm': m.saboteur_coach_kind_saboteur_other_harm,
  'saboteur.saboteur_hit_saboteur': m.saboteur_coach_kind_saboteur_hit_saboteur,
  'saboteur.saboteur_wrong_hammer': m.saboteur_coach_kind_saboteur_wrong_hammer,
  'saboteur.saboteur_mended_digger': m.saboteur_coach_kind_saboteur_mended_digger,
  'saboteur.saboteur_no_look': m.saboteur_coach_kind_saboteur_no_look,
  'saboteur.saboteur_needless_look': m.saboteur_coach_kind_saboteur_needless_look,
  'saboteur.saboteur_threw_away': m.saboteur_coach_kind_saboteur_threw_away,
  'saboteur.saboteur_other': m.saboteur_coach_kind_saboteur_other,
};

const kind = (name: string): string | null => KINDS[name]?.() ?? null;

export function actionWords(one: Action, { name }: Pick<Telling, 'name'>): string {
  switch (one.type) {
    case 'PlacePath':
      return m.saboteur_card_at({ card: cardName(one.card, one.turned), where: placeWords(one.at) });
    case 'BreakTool':
      return m.saboteur_break_of({ tool: toolName(one.tool), name: name(one.target) });
    case 'RepairTool':
      return m.saboteur_repair_of({ tool: toolName(one.tool), name: name(one.target) });
    case 'DropRocks':
      return m.saboteur_rocks_at({ where: placeWords(one.at) });
    case 'ReadMap':
      return m.saboteur_look_at({ where: goalName(one.at) });
    case 'Discard':
      return m.saboteur_coach_discard({ card: cardName(one.card) });
    case 'Pass':
      return m.saboteur_pass();
    case 'TakeGold':
      return m.saboteur_take({ count: one.nuggets });
    case 'Continue':
      return m.saboteur_go_on();
  }
}

export const words: CoachWords<View, Action> = {
  reason,
  kind,
  action: (one, _view, telling) => actionWords(one, telling),
  roles: { digger: m.saboteur_as_digger, saboteur: m.saboteur_as_saboteur },
};
