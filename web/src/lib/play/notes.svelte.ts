/** Private remarks on others: nobody but this browser knows them. */
export type Note = 'suspect' | 'trusted';

export class Notes {
  #kept = $state.raw<Record<number, Note>>({});
  readonly #key: string;

  constructor(table: string, game: number) {
    this.#key = `filon.notes.${table}.${game}`;
    try {
      this.#kept = JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Record<number, Note>;
    } catch {
      this.#kept = {};
    }
  }

  of(seat: number): Note | null {
    return this.#kept[seat] ?? null;
  }

  set(seat: number, note: Note | null): void {
    const next = { ...this.#kept };
    if (note) next[seat] = note;
    else delete next[seat];
    this.#kept = next;
    try {
      localStorage.setItem(this.#key, JSON.stringify(next));
    } catch {
      // They then last as long as the page.
    }
  }
}
