import { untrack } from 'svelte';
import type { Entry } from '../net/shown';
import type { AnyEvent } from '../protocol/games';
import { gameEvents, type Session } from './session.svelte';
import { toldOf } from './telling';

export interface Spoken {
  readonly id: number;
  readonly text: string;
}

/** So many lines stay to be read again; what a game wants remembered is not kept for ever. */
const KEPT = 8;

/**
 * What is said to those who do not see the table: the position when they come to it, then each thing that happens,
 * once, as it is shown, and what is expected of them whenever it is their turn. The position is said again when
 * everything is new (a round, a move taken back) and when they ask.
 */
export class Voice {
  lines = $state.raw<readonly Spoken[]>([]);
  readonly #session: Session;
  #heard: number;
  #jumps: number;
  #count = 0;
  /** What was expected when it was last said; empty when something has happened since. */
  #expected = '';

  constructor(session: Session) {
    this.#session = session;
    this.#heard = session.connection.sequence;
    this.#jumps = session.jumps;
    // After the page stands: what a region holds when it appears is not read out.
    $effect(() => this.describe());
    $effect(() => {
      const { settled, shown, jumps } = session;
      const news = session.log.lines.filter(({ sequence }) => sequence > this.#heard && sequence <= shown);
      const expected = settled && session.myTurn ? this.#expects() : '';
      untrack(() => this.#hear(news, jumps, expected));
    });
  }

  /** The whole position. */
  describe(): void {
    untrack(() => {
      this.#say(this.#session.client.summary(this.#session));
      this.#expected = this.#session.myTurn ? this.#expects() : '';
    });
  }

  #expects(): string {
    const session = this.#session;
    const { brief } = session.client;
    return brief && !session.late ? brief(session) : session.sentence;
  }

  #hear(news: readonly Entry[], jumps: number, expected: string): void {
    const session = this.#session;
    if (jumps !== this.#jumps) {
      this.#jumps = jumps;
      this.#heard = session.connection.sequence;
      this.describe();
      return;
    }
    const { client } = session;
    // Only what has been said already may go: much can happen at once.
    if (this.lines.length > KEPT) this.lines = this.lines.slice(-KEPT);
    const say = client.voice ?? client.tell;
    const told = news.flatMap((entry) => toldOf(entry, session, (event) => say(event, session.telling)));
    this.#heard = news.at(-1)?.sequence ?? this.#heard;
    for (const { text } of told) this.#say(text);
    if (told.length) this.#expected = '';
    if (news.some(isAnew) || news.some((entry) => gameEvents(entry).some((event) => this.#renews(event)))) {
      this.describe();
      return;
    }
    if (!session.myTurn) this.#expected = '';
    else if (expected && expected !== this.#expected) {
      this.#expected = expected;
      this.#say(expected);
    }
  }

  #renews(event: AnyEvent): boolean {
    return this.#session.client.anew?.includes(event.type) ?? false;
  }

  #say(text: string): void {
    if (!text) return;
    const written = this.#session.written(text);
    const whole = /[.!?…]$/.test(written) ? written : `${written}.`;
    this.lines = [...this.lines, { id: ++this.#count, text: whole }];
  }
}

const isAnew = ({ events }: Entry): boolean => events.some(({ type }) => type === 'Undone');
