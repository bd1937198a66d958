import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type {
  Answer,
  Command,
  FromClient,
  FromServer,
  Goodbye,
  HintGiven,
  Message,
  Send,
  Sync,
  TablePart,
} from '../protocol/table';
import { canFollow } from '../games/following';
import { api } from './api';
import { canInflate, inOrder } from './frames';
import {
  dated,
  isPlay,
  shownBy,
  updated,
  type Entry,
  type PastPage,
  type Position,
  type Shown,
} from './shown';

type Heard = FromServer<AnyView, AnyAction, AnyEvent>;

/** What the connection tells whoever shows the game: a new whole position, or one with what led to it. */
export type News =
  | { kind: 'jump'; game: Position | null; sequence: number }
  | { kind: 'play'; entries: readonly Entry[]; game: Position | null | undefined; sequence: number };

export interface ConnectionOptions {
  /** What is played there, which never changes. */
  game: string;
  /** Left out, the cookie says who this is. Several seats on one device need a token each. */
  token?: string;
  screen?: boolean;
  watch?: number | null;
  /** A game that is over, and who looks back at it: nothing comes any more, and nothing can be sent. */
  finished?: { readonly sync: Sync<AnyView, AnyAction>; readonly me: string };
}

/** In the first, patches tell all that changes; in the second, moves of a game that is followed tell it themselves. */
const PATCHES = 2;
const FOLLOWING = 3;
const BACKOFF_MS = [250, 600, 1200, 2500, 5000, 8000];
const PING_EVERY_MS = 15_000;
const SILENCE_MS = 9_000;

/** One viewer's connection to one table: reconnects by itself, and sends again what was not answered. */
export class Connection {
  state = $state<'connecting' | 'open' | 'lost' | 'closed'>('connecting');
  goodbye = $state.raw<Goodbye | null>(null);
  me = $state<string | null>(null);
  seat = $state<number | null>(null);
  playing = $state(false);
  delay = $state(0);
  table = $state.raw<TablePart | null>(null);
  game = $state.raw<Position | null>(null);
  chat = $state.raw<readonly Message[]>([]);
  present = $state.raw<ReadonlySet<string>>(new Set());
  watching = $state(0);
  sequence = $state(0);

  readonly #table: string;
  readonly #url: string;
  readonly #options: ConnectionOptions;
  readonly #listeners = new Set<(news: News) => void>();
  readonly #unanswered = new Map<
    string,
    { message: Send<AnyAction>; settle: (answer: Answer<AnyAction>) => void }
  >();
  #socket: WebSocket | null = null;
  /** What Updates are put into; null where only a whole view will do, whatever is still on the screen. */
  #shown: Shown | null = null;
  #attempt = 0;
  /** Messages in a row that could not be put into what was shown: who meets one again and again waits longer. */
  #misfits = 0;
  #offset = 0;
  #heardAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  constructor(table: string, options: ConnectionOptions) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#url = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/live`;
    this.#table = table;
    this.#options = options;
    if (options.finished) {
      this.#hear(options.finished.sync);
      this.me = options.finished.me;
      this.present = new Set(options.finished.sync.table.people.map(({ guest }) => guest));
      this.state = 'closed';
      return;
    }
    this.#connect();
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#pulse = setInterval(() => this.#beat(), PING_EVERY_MS);
  }

  /** The server's clock, in milliseconds. */
  now(): number {
    return Date.now() + this.#offset;
  }

  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Answered always: at once, or after the connection is back. */
  send(command: Command<AnyAction>): Promise<Answer<AnyAction>> {
    const message: Send<AnyAction> = { type: 'Command', id: commandId(), command };
    return new Promise((settle) => {
      this.#unanswered.set(message.id, { message, settle });
      this.#write(message);
    });
  }

  /** The entries before one, or the latest, for the same eyes as this connection. */
  past(before: number | null, limit: number): Promise<PastPage> {
    const { screen, watch, token, finished } = this.#options;
    if (finished) before ??= finished.sync.sequence + 1;
    return api.past(
      this.#table,
      {
        limit: String(limit),
        ...(before === null ? {} : { before: String(before) }),
        ...(screen ? { screen: 'true' } : {}),
        ...(typeof watch === 'number' ? { watch: String(watch) } : {}),
      },
      token,
    );
  }

  /** What a fair player would do in this connection's own seat, whoever else plays on this device. */
  hint(): Promise<HintGiven<AnyAction> | undefined> {
    return api.hint(this.#table, this.#options.token);
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#socket?.close(1000);
    this.#listeners.clear();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      const hello: FromClient<AnyAction> = {
        type: 'Hello',
        protocol: canFollow(this.#options.game) ? FOLLOWING : PATCHES,
        deflate: canInflate(),
        after: this.#shown?.sequence ?? null,
        screen: this.#options.screen ?? false,
        watch: this.#options.watch ?? null,
        ...(this.#options.token ? { token: this.#options.token } : {}),
      };
      socket.send(JSON.stringify(hello));
      this.#heardAt = performance.now();
    };
    const take = inOrder<Heard[]>(
      (messages) => {
        for (const message of messages) if (socket === this.#socket) this.#hear(message);
      },
      (error) => {
        if (socket === this.#socket) this.#startOver(error);
      },
    );
    socket.onmessage = ({ data }) => {
      this.#heardAt = performance.now();
      take(data);
    };
    socket.onclose = () => {
      if (socket !== this.#socket || this.state === 'closed') return;
      this.#socket = null;
      if (this.goodbye && !this.goodbye.come_back) this.state = 'closed';
      else this.#comeBack();
    };
  }

  /** What came cannot be put into what is shown, which stays until a whole view takes its place. */
  #startOver(why: unknown): void {
    console.error(why);
    this.#misfits += 1;
    this.#shown = null;
    this.#socket?.close(1000);
    this.#socket = null;
    this.#comeBack();
  }

  #comeBack(): void {
    this.state = 'lost';
    const wait = BACKOFF_MS[Math.min(this.#attempt + this.#misfits, BACKOFF_MS.length - 1)] ?? 8000;
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + Math.random() * 0.4));
  }

  #hear(message: Heard): void {
    switch (message.type) {
      case 'Welcome':
        this.me = message.guest;
        this.#offset = message.now - Date.now();
        // Whoever missed nothing is sent nothing more.
        if (this.#shown) this.#online();
        return;
      case 'Sync':
        this.#online();
        this.seat = message.seat;
        this.playing = message.playing;
        this.delay = message.delay_s;
        this.#show(shownBy(message));
        this.#tell({ kind: 'jump', game: message.game, sequence: message.sequence });
        return;
      case 'Update': {
        const { game } = this;
        try {
          this.#show(updated(this.#shown, message));
        } catch (error) {
          this.#startOver(error);
          return;
        }
        this.#misfits = 0;
        this.#online();
        this.#tell({
          kind: 'play',
          entries: dated(message),
          game: this.game !== game || isPlay(message) ? this.game : undefined,
          sequence: message.sequence,
        });
        return;
      }
      case 'Accepted':
      case 'Refused':
        if (message.id !== null) {
          const waiting = this.#unanswered.get(message.id);
          this.#unanswered.delete(message.id);
          waiting?.settle(message);
        }
        return;
      case 'Presence':
        this.present = new Set(message.present);
        this.watching = message.watching;
        return;
      case 'Pong':
        this.#offset = message.now - Date.now();
        return;
      case 'Goodbye':
        this.goodbye = message;
    }
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.table = shown.table;
    this.game = shown.game;
    this.chat = shown.chat;
    this.sequence = shown.sequence;
  }

  #online(): void {
    if (this.state === 'open') return;
    this.state = 'open';
    this.goodbye = null;
    this.#attempt = 0;
    for (const { message } of this.#unanswered.values()) this.#write(message);
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }

  #write(message: FromClient<AnyAction>): void {
    if (this.state === 'open' && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify(message));
  }

  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const asked = performance.now();
    this.#write({ type: 'Ping', at: 0 });
    setTimeout(() => {
      if (this.#heardAt < asked) this.#socket?.close();
    }, SILENCE_MS);
  }

  #wake = (): void => {
    if (document.hidden || this.state === 'closed') return;
    if (this.#socket === null) {
      this.#attempt = 0;
      this.#connect();
    } else this.#beat();
  };
}

function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
