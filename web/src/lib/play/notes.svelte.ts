import { kept } from '../kept';

/** Private remarks on others: nobody but this browser knows them. */
export type Note = 'suspect' | 'trusted';

interface Kept {
  readonly round: number;
  readonly notes: Readonly<Record<number, Note>>;
}

/** They last as long as there is somebody to suspect, and end with the round they were made in. */
export class Notes {
  #kept = $state.raw<Kept | null>(null);
  readonly #key: string;
  readonly #round: () => number | null;

  constructor(table: string, game: number, round: () => number | null) {
    this.#key = `notes.${table}.${game}`;
    this.#round = round;
    this.#kept = kept.read(this.#key) as Kept | null;
  }

  /** Whether there is anything to note. */
  get open(): boolean {
    return this.#round() !== null;
  }

  of(seat: number): Note | null {
    return this.#notes[seat] ?? null;
  }

  set(seat: number, note: Note | null): void {
    const round = this.#round();
    if (round === null) return;
    const notes = { ...this.#notes };
    if (note) notes[seat] = note;
    else delete notes[seat];
    this.#kept = { round, notes };
    kept.write(this.#key, this.#kept);
  }

  get #notes(): Kept['notes'] {
    const round = this.#round();
    return round !== null && this.#kept?.round === round ? this.#kept.notes : {};
  }
}
