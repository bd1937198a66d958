import type { AnyEvent } from '../protocol/games';
import { missedBy } from './missed';
import type { Session } from './session.svelte';
import { toldSoFar, type Told } from './telling';

/**
 * Walks through lines of the log, each lit on the board: one that was picked and those around it, or what was done since
 * the reader's last turn, one after the other.
 */
export class Recall {
  lines = $state.raw<readonly Told[]>([]);
  at = $state(0);
  /** Goes on to the next line by itself. */
  running = $state(false);
  /** A line that is merely hovered or focused. */
  hovered = $state.raw<AnyEvent | null>(null);
  /** What the reader has been walked through is not offered again. */
  #walked = $state(0);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    $effect(() => {
      session.pointed = this.hovered ?? this.line?.event ?? null;
    });
    // Whoever acts, or is shown something great, has ceased to look back.
    $effect(() => {
      if (session.pending !== null || session.great) this.close();
    });
  }

  get line(): Told | null {
    return this.lines[this.at] ?? null;
  }
  get open(): boolean {
    return this.lines.length > 0;
  }
  /** What was done since the reader's last own decision; in real time there are no turns. */
  get since(): readonly Told[] {
    const { client, log, seat, me } = this.#session;
    if (!client.turnBased || me === null || seat === null || log.more) return [];
    return missedBy(seat, log.lines, toldSoFar(this.#session));
  }
  /** Whether some of it was never seen: it happened while this page was closed, hidden or cut off. */
  get missed(): boolean {
    const { unseen, seat } = this.#session;
    return this.since.some(
      (line) => line.sequence <= unseen && line.sequence > this.#walked && line.seat !== seat,
    );
  }

  /** From the first thing that was done since the reader's last turn. */
  play(): void {
    this.#show(this.since, 0);
    this.running = true;
    this.#walked = this.#session.unseen;
  }

  pick(picked: Told): void {
    const lines = toldSoFar(this.#session).filter(({ event }) => event !== null);
    this.#show(
      lines,
      Math.max(
        0,
        lines.findIndex(({ key }) => key === picked.key),
      ),
    );
    this.running = false;
  }

  /** One line on or back, by hand; the last one is followed by nothing. */
  step(by: number): void {
    const to = this.at + by;
    if (to >= this.lines.length) this.close();
    else this.at = Math.max(0, to);
  }

  close(): void {
    this.lines = [];
    this.running = false;
    this.hovered = null;
  }

  #show(lines: readonly Told[], at: number): void {
    this.lines = lines;
    this.at = at;
  }
}
