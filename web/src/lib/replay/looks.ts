/** Whose eyes are lent: everything (with one player's hand at hand), what all saw, or what one player knew. */
export type Look =
  | { readonly eyes: 'truth'; readonly seat: number | null }
  | { readonly eyes: 'public' }
  | { readonly eyes: 'seat'; readonly seat: number };

const SEAT = /^\d{1,2}$/;

/** By the word that stands for them in an address; whoever sat there has their own hand at hand. */
export const eyesOf = (word: string | null, mine: number | null): Look =>
  word === 'public'
    ? { eyes: 'public' }
    : word !== null && SEAT.test(word)
      ? { eyes: 'seat', seat: Number(word) }
      : { eyes: 'truth', seat: mine };

const seatIn = (word: string | null): number | null =>
  word !== null && SEAT.test(word) ? Number(word) : null;

/** As an address has them. */
export const lookIn = (search: URLSearchParams): Look =>
  eyesOf(search.get('eyes'), seatIn(search.get('hand')));

/** What an address says of them; nothing where all is shown. */
export const asSearch = (look: Look): Record<string, string> => {
  if (look.eyes === 'public') return { eyes: 'public' };
  if (look.eyes === 'seat') return { eyes: String(look.seat) };
  return look.seat === null ? {} : { hand: String(look.seat) };
};

/** The step of the file that an address points at, in its fragment; null for none. */
export const stepIn = (hash: string): number | null => {
  const found = /^#s(\d{1,6})$/.exec(hash)?.[1];
  return found === undefined ? null : Number(found);
};
