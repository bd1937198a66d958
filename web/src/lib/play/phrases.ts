import { m } from '../paraglide/messages.js';

/** Quick phrases by the key the server knows; each reader reads them in their own language. */
export const PHRASES: Record<string, () => string> = {
  hello: m.phrase_hello,
  good_luck: m.phrase_good_luck,
  have_fun: m.phrase_have_fun,
  well_played: m.phrase_well_played,
  thank_you: m.phrase_thank_you,
  sorry: m.phrase_sorry,
  your_turn: m.phrase_your_turn,
  one_moment: m.phrase_one_moment,
  back_soon: m.phrase_back_soon,
  i_am_back: m.phrase_i_am_back,
  hurry: m.phrase_hurry,
  wow: m.phrase_wow,
  oh_no: m.phrase_oh_no,
  trust_me: m.phrase_trust_me,
  i_doubt_it: m.phrase_i_doubt_it,
  go_on: m.phrase_go_on,
  careful: m.phrase_careful,
  good_game: m.phrase_good_game,
  another_one: m.phrase_another_one,
  goodbye: m.phrase_goodbye,
};

export const phrase = (key: string): string => PHRASES[key]?.() ?? key;
