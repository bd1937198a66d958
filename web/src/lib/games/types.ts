/**
 * What a game's board is handed, and what it gives back.
 *
 * A board knows no rules. It draws `table.view`, offers what is in `table.legal`, and calls `table.act`. The server
 * judges; a refusal comes back with its rule. Each game is a folder beside this file whose `index.ts` exports a
 * `GameClient` as default; the registry names it, and loads it when a table of that game is opened.
 */
import type { Component } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Answer, Outcome, RefusedAnswer, TurnSeen, Why } from '../protocol/table';
import type { SoundName } from '../sound/sounds';
import type { MarkName } from '../art/marks';

/** What everybody may see of whoever sits in a seat. */
export interface SeatPerson {
  readonly seat: number;
  readonly name: string;
  readonly mark: MarkName;
  /** The CSS colour of this player, a custom property: `var(--p3)`. Never the only sign: `mark` is the other. */
  readonly colour: string;
  readonly isMe: boolean;
  /** The level of the bot that sits here or plays on for its person; null for somebody who plays. */
  readonly bot: string | null;
  /** A bot plays on, the chair stays this person's. */
  readonly standIn: boolean;
  readonly present: boolean;
}

/** One moment of a move as it is shown: the event, the position to draw from then on, and how long it lasts. */
export interface Step<View, Event> {
  readonly event: Event;
  readonly view: View;
  /** Milliseconds until the next step may begin; 0 for what needs no time of its own. */
  readonly ms: number;
  /** A great moment: it is never hurried by what comes after it, and goes on before its time by a tap alone. */
  readonly great?: boolean;
  readonly sound?: SoundName;
}

/** What somebody did in this game, as these eyes may know it. */
export interface Deed<Event> {
  readonly sequence: number;
  /** When, on the server's clock. */
  readonly at: number;
  /** Who acted; null for the table itself. */
  readonly seat: number | null;
  readonly events: readonly Event[];
}

/** One line of what a game was like, when it is over: a number for each seat, or how something grew. */
export interface Statistic {
  readonly label: string;
  /** A sentence for who asks what is counted. */
  readonly about?: string;
  /** By seat; null where nothing can be said of that player. */
  readonly values: readonly (number | null)[];
  /** How a value is written; the plain number without it. */
  readonly write?: (value: number) => string;
  /** By seat, values over the course of the game, evenly spaced: drawn as lines. */
  readonly course?: readonly (readonly number[])[];
}

/** A thing that travels over the table from one anchored element to another. */
export interface Flight {
  readonly from: string;
  readonly to: string;
  readonly art: Component<{ index: number }>;
  readonly count?: number;
  readonly ms?: number;
  /** Side of the square the art is drawn in, in pixels. */
  readonly size?: number;
}

/** Elements with names, and things that fly between them. Names in use: `seat:3`, and what a board adds. */
export interface Stage {
  anchor(name: string): Attachment<Element>;
  fly(flight: Flight): void;
}

/** All a board may know and do. Every field is reactive. */
export interface PlayTable<View, Action, Event> {
  /** The position to draw: the latest one, or, while a move is being shown, one on the way to it. */
  readonly view: View;
  /** The moment being shown, if any: the event of the current `Step`. */
  readonly moment: { readonly event: Event; readonly id: number } | null;
  /** True when nothing is being shown any more. */
  readonly settled: boolean;
  /** Whose eyes these are; null for a spectator and for the table's own screen. */
  readonly seat: number | null;
  /** Whether the seat is one's own to play (and no bot stands in). */
  readonly playing: boolean;
  /** What may be done in the position that is drawn. Empty when nothing may. */
  readonly legal: readonly Action[];
  /** The seats that the game waits for, with their deadlines on the server's clock. */
  readonly turns: readonly TurnSeen[];
  /** When the table itself will act, on the server's clock: a count-down, the end of a round. */
  readonly timers: readonly number[];
  readonly people: readonly SeatPerson[];
  readonly outcome: Outcome | null;
  /** The television: large, public, nothing to press. */
  readonly screen: boolean;
  /** A lesson: what is shown stays until it is sent away. */
  readonly unhurried?: boolean;
  /** A game that is watched again: nothing can be done, and what is in hand is only to be seen. */
  readonly again?: boolean;
  /** One decision of a game: nothing has just begun, and nothing that has been announced is announced again. */
  readonly exercise?: boolean;
  readonly lessMotion: boolean;
  readonly stage: Stage;
  /** What a fair player would do here, where the player asked: a board may let it glow. */
  readonly hint?: Action | null;
  /** The action on its way to the server, if any. */
  readonly pending: Action | null;
  /** What has been done in this game so far, the oldest first, read back to the deal. */
  readonly deeds?: readonly Deed<Event>[];
  /** The event that a line of the log points at: a board lights what it is about. */
  readonly pointed?: Event | null;
  /** The server's clock now, in milliseconds. Not reactive: ask it in an animation frame or an interval. */
  now(): number;
  /** Sends an action. The shell shows a refusal with its rule; the answer is for boards that draw ahead of it. */
  act(action: Action): Promise<Answer<Action>>;
  play(sound: SoundName): void;
  /** Set by a board while it shows this player something secret: a device that several share is not passed on yet. */
  holding?: boolean;
}

export interface BoardProps<View, Action, Event, Local> {
  table: PlayTable<View, Action, Event>;
  local: Local;
}

export interface SeatProps<View, Action, Event, Local> extends BoardProps<View, Action, Event, Local> {
  person: SeatPerson;
  /** In the thin strip of a phone, or with room for words. */
  compact: boolean;
}

/** How a line of the log is told, and to whom. `name` gives a person's name, "you" already in place. */
export interface Telling {
  readonly people: readonly SeatPerson[];
  readonly seat: number | null;
  name(seat: number): string;
  /** Several names joined as the language does. */
  names(seats: readonly number[]): string;
}

/** Keys as they are printed on the keyboard, and what each does. */
export type Keys = readonly (readonly [string, string])[];

export interface ScoreRow {
  readonly seat: number;
  readonly score: number;
}

export type Statistics<View, Event> = (
  deeds: readonly Deed<Event>[],
  view: View,
  telling: Telling,
) => readonly Statistic[];
export type HintWords = (why: Why, telling: Telling) => string | null;

/** What a coach says, in the reader's words. */
export interface CoachWords<View, Action> {
  /** Why the best option is better than what was played; null for a reason this client does not know. */
  reason(why: Why, telling: Telling): string | null;
  /** A kind of decision, for mistakes pooled over games: "Leaves too late with two hazards seen". */
  kind(kind: string): string | null;
  /** What could be done, in a few words: "Go on", "Passage at C4". `view` is the position it could be done in. */
  action(action: Action, view: View, telling: Telling): string;
  /** In what role games were won and lost, by the name that the record has for it: "As a digger". */
  readonly roles?: Readonly<Record<string, () => string>>;
}

/** What a game alone has to tell of itself after its end; `onmoment` opens the replay at a step of the file. */
export interface InsightProps<Insight> {
  insight: Insight;
  telling: Telling;
  onmoment(step: number): void;
}

/** An option in plain words. `values` says each value; a number is asked for when there is none. */
export interface OptionWords {
  readonly label: () => string;
  readonly values?: Record<string, () => string>;
  /** For numbers: how "no limit" is called, and what is offered. */
  readonly none?: () => string;
  readonly offered?: readonly { readonly value: number; readonly label: () => string }[];
}

/** What the house says of a game before it is fetched: `about.ts` in the game's folder. */
export interface About {
  title(): string;
  /** One line on the door. */
  line(): string;
  /** A result with its unit: "43 rubies". */
  score(points: { count: number }): string;
  readonly options: Readonly<Record<string, OptionWords>>;
  /** Players in a quick game: the game is at its best with about so many. */
  readonly usualSeats: number;
  /** A game of several rounds shows how each ended before the next is dealt. */
  readonly intermission: boolean;
  /** Where everybody acts at once, one device is one pair of hands, and rounds have a clock of their own. */
  readonly inTurns: boolean;
}

export interface GameClient<View, Action, Event extends { readonly type: string }, Local> {
  /**
   * Once for each table that is opened, inside a component's initialisation, so runes and `$effect` may be used.
   * What Board, Controls and Seat share: the card in hand, a drag, what is being previewed.
   */
  local(table: PlayTable<View, Action, Event>): Local;

  /** Fetches what lies before `table.seat` beside the board, only to be seen: for games that are watched again. */
  hand(): Promise<Component<BoardProps<View, Action, Event, Local>>>;
  /** Takes what room is left and fits itself into it. */
  Board: Component<BoardProps<View, Action, Event, Local>>;
  /** The hand and the buttons, within thumb's reach. Not on the television. */
  Controls: Component<BoardProps<View, Action, Event, Local>>;
  /** What is public about a player, beside the mark. */
  Seat: Component<SeatProps<View, Action, Event, Local>>;
  /** The board shows nothing that is one player's alone: it stays in sight while a device is passed on. */
  openBoard?: boolean;
  /** Further drama at the end, above the scores (roles turned up, treasures counted). */
  Ending?: Component<BoardProps<View, Action, Event, Local>>;

  /**
   * The moments of a move, in order; the last one's view must be `after`. No rule is applied here: events hold
   * every result. Games in real time return steps of 0 ms and draw ahead themselves.
   */
  steps(before: View, events: readonly Event[], after: View): readonly Step<View, Event>[];
  /** Where the game stands, for tests and styles: "choosing", "digging", "duel". Never shown. */
  phase(view: View): string;
  /** For the top bar: "Cave 2/5". */
  progress(view: View): string;
  /** The one sentence that says what is expected of the viewer. */
  sentence(table: PlayTable<View, Action, Event>): string;
  /** The position in words for those who do not see it: spoken on arrival, after what is in `anew`, and on demand. */
  summary(table: PlayTable<View, Action, Event>): string;
  /** What is spoken when it is one's turn: the sentence, and what has changed that one decides by. */
  brief?(table: PlayTable<View, Action, Event>): string;
  /** What happened, as it is spoken at once; where the log says less, or nothing. */
  voice?(event: Event, telling: Telling): string | null;
  /** The events after which everything is new. */
  anew?: readonly Event['type'][];
  /** A line of the log, or null for what is not worth one. */
  tell(event: Event, telling: Telling): string | null;
  /** A small drawing of what an event of the log is about (the card, the tool, the square), beside its line. */
  Trace?: Component<{ event: Event; table: PlayTable<View, Action, Event> }>;
  /** Fetches what says, from all its deeds, what a finished game was like. */
  statistics?(): Promise<Statistics<View, Event>>;
  /** Whether a round is over and the table pauses before the next one. */
  pause?(view: View): boolean;
  /** While players have somebody to suspect, what these suspicions end with: the round's number. Null: nobody. */
  suspicion?(view: View): number | null;
  /** The keys that do something here, beside Tab and Enter. */
  keys?(): Keys;
  /** What the best score is called, with its unit: "43 rubies". */
  score(points: number): string;
  /** Fetches what puts into words why a fair player would do what a hint says. Without it the shell offers no hints. */
  hint?(): Promise<HintWords>;
  /** Fetches what puts the coach's reasons into words. */
  coach?(): Promise<CoachWords<View, Action>>;
  /** Fetches the drawing of what this game's coach has to tell beside weighed decisions. */
  insight?(): Promise<Component<InsightProps<never>>>;
  /** A refusal in the reader's words, where the game has better ones than the server's own; '' where the board says it. */
  explain?(answer: RefusedAnswer<Action>, table: PlayTable<View, Action, Event>): string | null;
  /**
   * Whether an action is meant for the very position that was drawn. Real-time games say false, so that others'
   * moves in between do not make one's own stale.
   */
  turnBased: boolean;
}
