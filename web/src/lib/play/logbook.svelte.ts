import type { AnyEvent } from '../protocol/games';
import type { Entry, PastPage } from '../net/shown';
import type { SeenEvent } from '../protocol/table';

type Page = (before: number | null, limit: number) => Promise<PastPage>;

/** The most that the server gives at once. */
const PAGE = 100;
/** Read in one go at most. */
const EMPTY_PAGES = 5;
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * What happened in this game: what the connection tells, and before that what the server reads back. Nothing is kept in
 * the browser: the server's log is the truth, after a reload and on any device.
 */
export class LogBook {
  lines = $state.raw<readonly Entry[]>([]);
  /** Whether there is more further back. */
  more = $state(true);
  loading = $state(false);
  readonly #past: Page;
  readonly #game: number;
  #reading = false;
  #chapter = 0;
  /** Where the server said that the page before begins; a page may hold nothing for these eyes. */
  #before: number | null = null;

  constructor(game: number, past: Page) {
    this.#game = game;
    this.#past = past;
  }

  /** What the connection told just now. */
  note(entries: readonly Entry[]): void {
    this.lines = joined(this.lines, entries);
  }

  /** Entries were missed: what is known does not join up with what comes next. */
  forget(): void {
    this.#chapter += 1;
    this.lines = [];
    this.#before = null;
    this.more = true;
    this.loading = false;
  }

  /** Reads on to the deal, page by page, while somebody is there to want it; where too much was asked, after a pause. */
  async all(wanted: () => boolean): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    for (let failures = 0; this.more && wanted();) {
      if (await this.back()) failures = 0;
      else await pause(Math.min(PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS));
    }
    this.#reading = false;
  }

  /** Reads one page further back; false if it could not be had. */
  async back(): Promise<boolean> {
    if (this.loading || !this.more) return false;
    const chapter = this.#chapter;
    this.loading = true;
    try {
      const page = await this.#page(chapter);
      if (page === null) return true;
      const start = page.entries.findLastIndex((entry) => entry.events.some((event) => this.#begins(event)));
      this.lines = joined(page.entries.slice(Math.max(0, start)), this.lines);
      this.more = start < 0 && page.before !== undefined && page.before !== null;
      return true;
    } catch {
      // It is asked for again; a log that cannot be read is no reason to disturb the game.
      return false;
    } finally {
      if (chapter === this.#chapter) this.loading = false;
    }
  }

  /** The next that holds something, unless many in a row hold nothing; null if the chapter ended meanwhile. */
  async #page(chapter: number): Promise<PastPage | null> {
    for (let tries = 1; ; tries += 1) {
      const page = await this.#past(this.#before ?? this.lines[0]?.sequence ?? null, PAGE);
      if (chapter !== this.#chapter) return null;
      this.#before = page.before ?? null;
      if (page.entries.length > 0 || this.#before === null || tries === EMPTY_PAGES) return page;
    }
  }

  #begins(event: SeenEvent<AnyEvent>): boolean {
    return event.type === 'Started' && event.game === this.#game;
  }
}

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** In order, each entry once. */
function joined(earlier: readonly Entry[], later: readonly Entry[]): readonly Entry[] {
  const last = earlier.at(-1)?.sequence ?? 0;
  return [...earlier, ...later.filter(({ sequence }) => sequence > last)];
}
