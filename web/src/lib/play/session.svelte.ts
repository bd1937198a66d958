import type { AnyClient } from '../games/registry';
import type { Deed, PlayTable, SeatPerson, Telling } from '../games/types';
import type { Connection, News } from '../net/connection.svelte';
import { elided } from '../elision';
import { m } from '../paraglide/messages.js';
import { preferences } from '../preferences.svelte';
import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type {
  Answer,
  GamePart,
  HintGiven,
  Outcome,
  Seen,
  SeenEvent,
  TablePart,
  TurnSeen,
} from '../protocol/table';
import { play, type SoundName } from '../sound/sounds';
import { toasts } from '../ui/toasts.svelte';
import { deedsOf } from './deeds';
import { LogBook } from './logbook.svelte';
import { atMyPace } from './pace';
import { seatPeople } from './people';
import { Playback } from './playback.svelte';
import { explain } from './refusals';
import { FlyingStage } from './stage.svelte';

interface Extra {
  readonly game: GamePart<AnyView, AnyAction>;
  readonly sequence: number;
}

/** Who sits where, and which seat is the viewer's, while this game is the table's game. */
interface Seating {
  readonly table: TablePart | null;
  readonly seat: number | null;
  readonly playing: boolean;
}

export interface Moment {
  readonly event: AnyEvent;
  readonly id: number;
}

/**
 * A game at a table as one viewer plays or watches it: what the board is handed, and what the shell shows. When the table
 * goes on to another game it stays as it was, for as long as somebody looks at its result.
 */
export class Session implements PlayTable<AnyView, AnyAction, AnyEvent> {
  readonly client: AnyClient;
  readonly connection: Connection;
  readonly stage: FlyingStage;
  readonly screen: boolean;
  /** While another player of this device is at it, or the cover is on. */
  quiet = false;
  holding = $state(false);
  /** Whether the winner has been told here: the drama of the end is played once. */
  unveiled = false;
  pending = $state.raw<AnyAction | null>(null);
  /** What a fair player would do; gone with whatever is done instead. */
  advice = $state.raw<HintGiven<AnyAction> | null>(null);
  /** What a line of the log is about, while somebody looks at that line. */
  pointed = $state.raw<AnyEvent | null>(null);
  readonly log: LogBook;
  /** How often what came was not the next thing but a position afresh: entries were missed in between. */
  jumps = $state(0);
  /**
   * What happened up to this entry was not shown to this player as it happened: the page was closed, hidden or cut off, or
   * the device in somebody else's hands.
   */
  unseen = $state(0);
  /** The entry of the last move of ours that was accepted. */
  #accepted = $state(0);
  readonly #playback: Playback<AnyView, AnyEvent, Extra>;
  readonly #stop: () => void;
  readonly #number: number;
  #kept: Seating;
  readonly #seating: Seating;
  readonly #deeds: readonly Deed<AnyEvent>[];
  #people: readonly SeatPerson[];
  /** Whether somebody wants to know all that happened; no more once the session is closed. */
  #reading = false;

  constructor(
    client: AnyClient,
    connection: Connection,
    game: GamePart<AnyView, AnyAction>,
    { screen = false } = {},
  ) {
    this.client = client;
    this.connection = connection;
    this.screen = screen;
    this.unseen = connection.sequence;
    this.stage = new FlyingStage(() => preferences.lessMotion);
    this.#playback = new Playback<AnyView, AnyEvent, Extra>(
      game.view,
      { game, sequence: connection.sequence },
      ({ sound }) => sound && this.play(sound),
      atMyPace,
    );
    this.#number = connection.table?.game_number ?? 0;
    this.#kept = $state.raw(seatingOf(connection));
    this.#seating = $derived(this.movedOn ? this.#kept : seatingOf(this.connection));
    this.#people = $derived(
      this.table
        ? seatPeople(this.table, this.connection.me, this.connection.present, (seat) =>
            m.empty_chair({ number: seat + 1 }),
          )
        : [],
    );
    this.log = new LogBook(this.#number, (before, limit) => connection.past(before, limit));
    this.#deeds = $derived(deedsOf(this.log.lines.filter(({ sequence }) => sequence <= this.shown)));
    this.#stop = connection.listen((news) => this.#hear(news));
  }

  get view(): AnyView {
    return this.#playback.view;
  }
  get moment(): Moment | null {
    return this.#playback.moment;
  }
  /** The last entry of the table that has been shown: the log does not run ahead of it. */
  get shown(): number {
    return this.settled ? Infinity : this.#playback.extra.sequence;
  }
  get settled(): boolean {
    return this.#playback.settled;
  }
  /** Whether a great moment is being shown, from which a tap goes on. */
  get great(): boolean {
    return this.#playback.great;
  }
  get deeds(): readonly Deed<AnyEvent>[] {
    return this.#deeds;
  }
  get hint(): AnyAction | null {
    return this.adviceNow?.action ?? null;
  }
  /** In turns a hint holds for the position it was asked for; in real time, as long as it can be done. */
  get adviceNow(): HintGiven<AnyAction> | null {
    const { advice } = this;
    if (!advice || !this.myTurn) return null;
    const holds = this.client.turnBased
      ? advice.sequence === this.connection.sequence
      : this.legal.some((action) => JSON.stringify(action) === JSON.stringify(advice.action));
    return holds ? advice : null;
  }
  /** Whether there is a decision to give a hint for, and none is given yet. */
  get lacksAdvice(): boolean {
    if (!this.client.hint || !this.myTurn || this.outcome || !this.settled) return false;
    return this.pending === null && this.adviceNow === null;
  }
  /** What the table does since: it has been asked for another game, or plays it. */
  get movedOn(): 'lobby' | 'playing' | null {
    const { table } = this.connection;
    if (!table || (table.game_number === this.#number && table.status !== 'lobby')) return null;
    return table.status === 'lobby' ? 'lobby' : 'playing';
  }
  /** The table as it is while it plays this game, then as it was. */
  get table(): TablePart | null {
    return this.#seating.table;
  }
  get seat(): number | null {
    return this.#seating.seat;
  }
  get me(): SeatPerson | null {
    const { playing, seat } = this.#seating;
    return playing && seat !== null ? (this.people[seat] ?? null) : null;
  }
  get playing(): boolean {
    return this.me !== null && !this.me.standIn;
  }
  /** Nothing between a move that was accepted and the position after it: what was legal before may be so no more. */
  get legal(): readonly AnyAction[] {
    if (this.client.turnBased && this.#playback.extra.sequence < this.#accepted) return [];
    return this.playing ? (this.#playback.extra.game.legal ?? []) : [];
  }
  get turns(): readonly TurnSeen[] {
    return this.#playback.extra.game.turns;
  }
  get timers(): readonly number[] {
    return this.#playback.extra.game.timers;
  }
  get banks(): readonly number[] {
    return this.#playback.extra.game.banks;
  }
  get canUndo(): boolean {
    return this.#playback.extra.game.can_undo ?? false;
  }
  get people(): readonly SeatPerson[] {
    return this.#people;
  }
  get outcome(): Outcome | null {
    return this.#playback.extra.game.outcome ?? null;
  }
  get lessMotion(): boolean {
    return preferences.lessMotion;
  }
  /** Whether the game waits for whoever looks at this screen. */
  get myTurn(): boolean {
    return this.playing && this.turns.some(({ seat, expired }) => seat === this.seat && !expired);
  }
  /** Whether whoever looks at this screen is back, too late for the decision that a bot takes just now. */
  get late(): boolean {
    return this.playing && this.turns.some(({ seat, expired }) => seat === this.seat && expired);
  }
  /** What is asked of whoever looks, or what they wait for. */
  get sentence(): string {
    return this.late ? m.refused_out_of_time() : this.written(this.client.sentence(this));
  }
  /** A sentence as the reader's language writes it before the names of those at the table. */
  written(sentence: string): string {
    return elided(
      sentence,
      this.people.map(({ name }) => name),
      preferences.locale,
    );
  }
  get telling(): Telling {
    const { people, seat } = this;
    const name = (of: number) => (people[of]?.isMe ? m.you() : (people[of]?.name ?? ''));
    return {
      people,
      seat,
      name,
      names: (seats) => new Intl.ListFormat(preferences.locale).format(seats.map(name)),
    };
  }

  now(): number {
    return this.connection.now();
  }

  play(sound: SoundName): void {
    if (!this.quiet) play(sound);
  }

  async act(action: AnyAction): Promise<Answer<AnyAction>> {
    this.pending = action;
    this.advice = null;
    const on = this.client.turnBased ? this.#playback.extra.sequence : null;
    const answer = await this.connection.send({ type: 'Act', action, on });
    if (answer.type === 'Accepted') this.#accepted = answer.sequence;
    if (this.pending === action) this.pending = null;
    // A choice that crossed the end of the game on its way is nobody's mistake.
    if (answer.type === 'Refused' && answer.code !== 'not_playing') {
      const game = this.table?.settings.game ?? '';
      const words = this.client.explain?.(answer, this) ?? explain(answer);
      const rule = answer.rule ? { number: answer.rule, href: `/rules/${game}#${answer.rule}` } : undefined;
      if (words) toasts.show(words, { tone: 'bad', rule });
    }
    return answer;
  }

  /** Goes on from a great moment before its time. */
  skip(): void {
    this.#playback.skip();
  }

  /** From now on the log reaches back to the deal: what is missing is read in the background. */
  readBack(): void {
    this.#reading = true;
    void this.log.all(() => this.#reading);
  }

  close(): void {
    this.#reading = false;
    this.#stop();
  }

  #hear(news: News): void {
    if (this.movedOn) return;
    this.#kept = seatingOf(this.connection);
    if (news.kind === 'jump') {
      this.log.forget();
      if (this.#reading) this.readBack();
      if (news.game) this.#playback.jump(news.game.view, { game: news.game, sequence: news.sequence });
      this.jumps += 1;
      this.unseen = news.sequence;
      return;
    }
    this.log.note(news.entries);
    if (!news.game) return;
    if (this.quiet || (typeof document !== 'undefined' && document.hidden)) this.unseen = news.sequence;
    const events = news.entries.flatMap(gameEvents);
    const extra = { game: news.game, sequence: news.sequence };
    if (news.entries.some(({ events: all }) => all.some(isBreak))) {
      this.#playback.jump(news.game.view, extra);
      return;
    }
    this.#playback.push({
      steps: this.client.steps(this.#playback.last, events, news.game.view),
      view: news.game.view,
      extra,
    });
  }
}

const seatingOf = ({ table, seat, playing }: Connection): Seating => ({ table, seat, playing });

export const gameEvents = ({ events }: Seen<AnyEvent>): readonly AnyEvent[] =>
  events.flatMap((event) => (event.type === 'Played' ? event.events : []));

/** After these the position is another one, not the next one. */
const isBreak = ({ type }: SeenEvent<AnyEvent>): boolean => type === 'Started' || type === 'Undone';
