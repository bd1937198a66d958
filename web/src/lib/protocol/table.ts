// Written by scripts/web-types from the Python structs. Change those, not this.

export interface Act<Action> {
  type: "Act";
  action: Action;
  on?: number | null;
}

export interface AddNonce {
  type: "AddNonce";
  nonce: string;
}

export interface AllowWatching {
  type: "AllowWatching";
  allowed?: boolean;
}

export interface AnswerUndo {
  type: "AnswerUndo";
  agree: boolean;
}

export interface AskUndo {
  type: "AskUndo";
}

export interface NoClock {
  type: "NoClock";
}

export interface PerDecision {
  type: "PerDecision";
  seconds: number;
}

export interface Bank {
  type: "Bank";
  seconds: number;
  bonus: number;
}

export interface Settings {
  game: string;
  seats: number;
  options: Record<string, string | number | null>;
  public: boolean;
  clock: NoClock | PerDecision | Bank;
  on_time_out: "bot" | "wait";
  absence_s: number | null;
  stand_in: string;
  watch: "delayed" | "nobody" | "public" | "seat";
  delay_s: number;
  chat: "everybody" | "nobody" | "phrases" | "players";
  undo: "agreed" | "never";
  bot_pause_ms: number;
  countdown_ms: number;
  intermission_s: number;
}

export interface ChangeSettings {
  type: "ChangeSettings";
  settings: Settings;
}

export interface ClearSeat {
  type: "ClearSeat";
  seat: number;
}

export interface HandOverHosting {
  type: "HandOverHosting";
  guest: string;
}

export interface Join {
  type: "Join";
  name: string;
}

export interface Leave {
  type: "Leave";
}

export interface LeaveSeat {
  type: "LeaveSeat";
}

export interface Mute {
  type: "Mute";
  guest: string;
  muted?: boolean;
}

export interface Readmit {
  type: "Readmit";
  guest: string;
}

export interface Ready {
  type: "Ready";
  ready?: boolean;
}

export interface Rematch {
  type: "Rematch";
}

export interface Remove {
  type: "Remove";
  guest: string;
}

export interface RemoveMessage {
  type: "RemoveMessage";
  sequence: number;
}

export interface Rename {
  type: "Rename";
  name: string;
}

export interface Say {
  type: "Say";
  text: string;
}

export interface SayPhrase {
  type: "SayPhrase";
  phrase: string;
}

export interface SeatBot {
  type: "SeatBot";
  seat: number;
  level: string;
}

export interface Silence {
  type: "Silence";
  guest: string;
  silenced?: boolean;
}

export interface Start {
  type: "Start";
  fill?: string | null;
}

export interface SwapSeats {
  type: "SwapSeats";
  seat: number;
}

export interface TakeBack {
  type: "TakeBack";
}

export interface TakeSeat {
  type: "TakeSeat";
  seat?: number | null;
}

export type Command<Action> = Act<Action> | AddNonce | AllowWatching | AnswerUndo | AskUndo | ChangeSettings | ClearSeat | HandOverHosting | Join | Leave | LeaveSeat | Mute | Readmit | Ready | Rematch | Remove | RemoveMessage | Rename | Say | SayPhrase | SeatBot | Silence | Start | SwapSeats | TakeBack | TakeSeat;

export interface Joined {
  type: "Joined";
  guest: string;
  name: string;
}

export interface Renamed {
  type: "Renamed";
  guest: string;
  name: string;
}

export interface Left {
  type: "Left";
  guest: string;
  level: string | null;
}

export interface SeatTaken {
  type: "SeatTaken";
  guest: string;
  seat: number;
}

export interface SeatLeft {
  type: "SeatLeft";
  guest: string;
  seat: number;
}

export interface SwapOffered {
  type: "SwapOffered";
  seat: number;
  wanted: number;
}

export interface SeatsSwapped {
  type: "SeatsSwapped";
  one: number;
  other: number;
}

export interface SeatHanded {
  type: "SeatHanded";
  seat: number;
  guest: string;
  to: string;
}

export interface ReadySet {
  type: "ReadySet";
  guest: string;
  ready: boolean;
}

export interface NonceAdded {
  type: "NonceAdded";
  guest: string;
  nonce: string;
}

export interface BotSeated {
  type: "BotSeated";
  seat: number;
  level: string;
}

export interface SeatCleared {
  type: "SeatCleared";
  seat: number;
}

export interface SettingsChanged {
  type: "SettingsChanged";
  settings: Settings;
}

export interface Removed {
  type: "Removed";
  guest: string;
  level: string | null;
}

export interface Readmitted {
  type: "Readmitted";
  guest: string;
}

export interface HostChanged {
  type: "HostChanged";
  guest: string;
}

export interface MessageRemoved {
  type: "MessageRemoved";
  sequence: number;
}

export interface Silenced {
  type: "Silenced";
  guest: string;
  silenced: boolean;
}

export interface WatchingAllowed {
  type: "WatchingAllowed";
  seat: number;
  allowed: boolean;
}

export interface Departed {
  type: "Departed";
  guest: string;
}

export interface Arrived {
  type: "Arrived";
  guest: string;
}

export interface TakenOver {
  type: "TakenOver";
  seat: number;
  level: string;
  reason: "absence" | "left" | "time";
}

export interface HandedBack {
  type: "HandedBack";
  seat: number;
}

export interface RematchOffered {
  type: "RematchOffered";
  game: number;
}

export interface Abandoned {
  type: "Abandoned";
  game: number;
}

export interface UndoRequested {
  type: "UndoRequested";
  seat: number;
  to: number;
}

export interface UndoAgreed {
  type: "UndoAgreed";
  seat: number;
}

export interface UndoDeclined {
  type: "UndoDeclined";
  seat: number;
}

export interface Undone {
  type: "Undone";
  to: number;
}

export interface TableOpened {
  type: "Opened";
  table: string;
  code: string;
  host: string;
  name: string;
}

export interface GameStarted {
  type: "Started";
  game: number;
}

export interface GamePlayed<Event> {
  type: "Played";
  seat: number | null;
  by?: "bot" | "player" | "table";
  events: readonly Event[];
}

export interface Message {
  type: "Message";
  sequence: number;
  at: number;
  guest: string;
  name: string;
  text: string | null;
  phrase: string | null;
}

export interface MessageHidden {
  type: "MessageHidden";
}

export type SeenEvent<Event> = Joined | Renamed | Left | SeatTaken | SeatLeft | SwapOffered | SeatsSwapped | SeatHanded | ReadySet | NonceAdded | BotSeated | SeatCleared | SettingsChanged | Removed | Readmitted | HostChanged | MessageRemoved | Silenced | WatchingAllowed | Departed | Arrived | TakenOver | HandedBack | RematchOffered | Abandoned | UndoRequested | UndoAgreed | UndoDeclined | Undone | TableOpened | GameStarted | GamePlayed<Event> | Message | MessageHidden;

export interface Accepted {
  type: "Accepted";
  id: string;
  sequence: number;
}

export interface RefusedAnswer<Action> {
  type: "Refused";
  id: string | null;
  code: string;
  reason: string;
  rule: string | null;
  field: string | null;
  legal?: readonly Action[];
}

export type Answer<Action> = Accepted | RefusedAnswer<Action>;

export interface Hello {
  type: "Hello";
  token?: string | null;
  after?: number | null;
  screen?: boolean;
  watch?: number | null;
  protocol?: number;
  deflate?: boolean;
}

export interface Send<Action> {
  type: "Command";
  id: string;
  command: Command<Action>;
}

export interface Ping {
  type: "Ping";
  at?: number;
}

export type FromClient<Action> = Hello | Send<Action> | Ping;

export interface Welcome {
  type: "Welcome";
  guest: string | null;
  now: number;
  protocol: number;
}

export interface PersonSeen {
  guest: string;
  name: string;
  seat: number | null;
  silenced: boolean;
  away_since: number | null;
}

export interface Empty {
  type: "Empty";
}

export interface StandIn {
  level: string;
  reason: "absence" | "left" | "time";
}

export interface Held {
  type: "Held";
  guest: string;
  stand_in: StandIn | null;
  watchable: boolean;
}

export interface Bot {
  type: "Bot";
  level: string;
}

export interface UndoSeen {
  seat: number;
  agreed: readonly number[];
  missing: readonly number[];
}

export interface Outcome {
  winners: readonly number[];
  reason: string;
  scores: readonly number[];
  tally: Record<string, number>;
}

export interface Result {
  game: number;
  outcome: Outcome;
  commitment: string;
  secret: string;
  nonces: readonly string[];
  seed: string;
}

export interface TablePart {
  id: string;
  code: string;
  settings: Settings;
  host: string;
  people: readonly PersonSeen[];
  chairs: readonly (Empty | Held | Bot)[];
  status: "lobby" | "over" | "playing";
  game_number: number;
  commitment: string;
  nonces: Record<string, string>;
  ready: readonly string[];
  swaps: Record<number, number>;
  undo: UndoSeen | null;
  result: Result | null;
  muted: readonly string[];
  abandoned?: boolean;
}

export interface TurnSeen {
  seat: number;
  since?: number;
  deadline?: number | null;
  expired?: boolean;
}

export interface GamePart<View, Action> {
  view: View;
  turns: readonly TurnSeen[];
  banks: readonly number[];
  timers: readonly number[];
  legal?: readonly Action[];
  can_undo?: boolean;
  outcome?: Outcome;
  views?: readonly View[];
}

export interface Sync<View, Action> {
  type: "Sync";
  sequence: number;
  at: number;
  seat: number | null;
  playing: boolean;
  delay_s: number;
  table: TablePart;
  game: GamePart<View, Action> | null;
  chat: readonly Message[];
}

export interface Seen<Event> {
  sequence: number;
  at?: number;
  sender?: string;
  events: readonly SeenEvent<Event>[];
}

export interface Update<View, Action, Event> {
  type: "Update";
  sequence: number;
  at: number;
  entries: readonly Seen<Event>[];
  table?: TablePart;
  game?: GamePart<View, Action> | null;
  patch?: ObjectPatch;
  followed?: boolean;
}

export interface Presence {
  type: "Presence";
  present: readonly string[];
  watching: number;
}

export interface Pong {
  type: "Pong";
  at: number;
  now: number;
}

export interface Goodbye {
  type: "Goodbye";
  code: string;
  reason: string;
  come_back: boolean;
}

export type FromServer<View, Action, Event> = Welcome | Sync<View, Action> | Update<View, Action, Event> | Accepted | RefusedAnswer<Action> | Presence | Pong | Goodbye;

export interface Option<Action> {
  action: Action;
  game: number;
  error: number;
  round: number | null;
}

export interface Why {
  key: string;
  values: Record<string, number | string>;
}

export interface Decision<Action> {
  step: number;
  sequence: number;
  seat: number;
  played: number;
  options: readonly Option<Action>[];
  verdict: "best" | "close" | "mistake" | "ungraded";
  cost: number;
  why: Why;
  kind: string;
}

export interface TurningPoint {
  step: number;
  seat: number;
  change: number;
  why: Why;
}

export interface Parts {
  result: number;
  fair: number;
  luck: number;
  own: number;
  others: number;
}

export interface Analysis<Action, Insight> {
  format: string;
  game: string;
  depth: "quick" | "standard";
  players: readonly string[];
  decisions: readonly Decision<Action>[];
  curve: readonly (readonly number[])[];
  turning_points: readonly TurningPoint[];
  parts: readonly Parts[];
  insight: Insight;
}

export interface AnalysisState<Action, Insight> {
  state: "cancelled" | "done" | "failed" | "none" | "waiting" | "working";
  progress: number;
  mine: number | null;
  analysis: Analysis<Action, Insight> | null;
}

export interface Attempt<Action> {
  action: Action;
}

export interface OptionInfo {
  name: string;
  default: string | number | null;
  description: string;
  rule: string;
  values: readonly (string | number | null)[];
  least: number | null;
  most: number | null;
}

export interface GameInfo {
  name: string;
  title: string;
  least_players: number;
  most_players: number;
  options: readonly OptionInfo[];
}

export interface Catalogue {
  games: readonly GameInfo[];
  bots: readonly string[];
  coached: readonly string[];
}

export interface SeatName {
  name: string;
  bot: string | null;
}

export interface ComparedDecision<Action> {
  step: number;
  action: Action;
  patch: ObjectPatch | null;
  verdict: "best" | "close" | "mistake" | "ungraded" | null;
  cost: number | null;
  best: Action | null;
}

export interface ComparedGame<View, Action> {
  table: string;
  number: number;
  mine: boolean;
  players: readonly SeatName[];
  view: View | null;
  decisions: readonly ComparedDecision<Action>[];
  outcome: Outcome;
}

export interface ComparedRow {
  round: number;
  shared: number | null;
  again: number | null;
  same: boolean;
}

export interface PlayedAgain {
  table: string;
  name: string;
}

export interface Comparison<View, Action> {
  game: string;
  seat: number;
  shared: ComparedGame<View, Action>;
  again: ComparedGame<View, Action>;
  rows: readonly ComparedRow[];
  others: readonly PlayedAgain[];
}

export interface ContinueFrom {
  step: number;
  seat: number;
  level: string;
}

export interface Puzzle<View, Action> {
  seat: number;
  players: readonly SeatName[];
  view: View;
  legal: readonly Action[];
}

export interface Daily<View, Action> {
  day: string;
  game: string;
  state: "making" | "ready";
  puzzle: Puzzle<View, Action> | null;
}

export interface DailyAnswer<Action> {
  right: boolean;
  option: number | null;
  decision: Decision<Action>;
}

export interface DealLink {
  code: string;
}

export interface DealShared {
  game: string;
  seats: number;
  name: string | null;
  seat: number;
  played: boolean;
}

export interface HintGiven<Action> {
  sequence: number;
  action: Action;
  why: Why;
}

export interface Known {
  guest: string;
  name: string;
  token?: string | null;
}

export interface Me {
  guest: string;
  name: string;
}

export interface FinishedInfo {
  table: string;
  code: string;
  game: string;
  number: number;
  ended_at: number;
  names: readonly string[];
  bots: readonly string[];
  winners: readonly number[];
  scores: readonly number[];
  seat: number | null;
}

export interface MyGames {
  games: readonly FinishedInfo[];
  before?: string | null;
}

export interface RatingAt {
  at: number;
  skill: number;
  low: number;
  high: number;
}

export interface Standing {
  against: "bots" | "people";
  games: number;
  wins: number;
  course: readonly RatingAt[];
}

export interface Tally {
  name: string;
  played: number;
  wins: number;
}

export interface AccuracyAt {
  at: number;
  table: string;
  code: string;
  number: number;
  accuracy: number;
  decisions: number;
}

export interface MistakeMade {
  table: string;
  code: string;
  number: number;
  step: number;
  at: number;
  cost: number;
  kept: boolean;
}

export interface Mistakes {
  kind: string;
  count: number;
  cost: number;
  dearest: readonly MistakeMade[];
}

export interface GameRecord {
  game: string;
  games: number;
  wins: number;
  analysed: number;
  standings: readonly Standing[];
  roles: readonly Tally[];
  levels: readonly Tally[];
  accuracy: readonly AccuracyAt[];
  mistakes: readonly Mistakes[];
}

export interface MyRecord {
  games: readonly GameRecord[];
}

export interface MyTable {
  id: string;
  code: string;
  game: string;
  status: "lobby" | "over" | "playing";
  public: boolean;
  seats: number;
  taken: number;
  host: string;
  players: readonly (string | null)[];
  clock: NoClock | PerDecision | Bank;
  watch: string;
  opened_at: number;
  changed_at: number;
  seat?: number | null;
  to_act?: readonly number[] | null;
  listed?: boolean;
}

export interface MyTables {
  tables: readonly MyTable[];
  before?: string | null;
}

export interface NewGuest {
  name: string;
  keep: "cookie" | "token";
  replace: boolean;
}

export interface NewSeatLink {
  secret: string;
  path: string;
  url: string;
  qr: string;
  expires_at: number;
}

export interface TableInfo {
  id: string;
  code: string;
  game: string;
  status: "lobby" | "over" | "playing";
  public: boolean;
  seats: number;
  taken: number;
  host: string;
  players: readonly (string | null)[];
  clock: NoClock | PerDecision | Bank;
  watch: string;
  opened_at: number;
  changed_at: number;
}

export interface Page {
  tables: readonly TableInfo[];
  before?: string | null;
}

export interface Past<Event> {
  entries: readonly Seen<Event>[];
  before?: number | null;
}

export interface PlayDealAgainst {
  level: string;
}

export interface Position<View, Action> {
  game: string;
  step: number;
  seat: number;
  players: readonly SeatName[];
  view: View;
  legal: readonly Action[];
}

export interface Problem {
  code: string;
  reason: string;
  field?: string | null;
}

export interface ReplayStep<Action, Event> {
  step: number;
  sequence: number;
  after_ms: number;
  seat: number | null;
  by: "bot" | "player" | "table";
  action: Action | null;
  events: readonly Event[];
  patch: ObjectPatch | null;
}

export interface Replay<View, Action, Event> {
  table: string;
  code: string;
  number: number;
  game: string;
  ended_at: number | null;
  eyes: "public" | "seat" | "truth";
  seat: number | null;
  mine: number | null;
  players: readonly SeatName[];
  view: View;
  steps: readonly (ReplayStep<Action, Event>)[];
  outcome: Outcome | null;
}

export interface ShareDeal {
  seat: number;
}

/** What is set or inserted: as JSON says it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What became of names of an object or indexes of an array: `=` set, `~` patched in their turn, `-` gone. */
export interface ObjectPatch {
  readonly "="?: { readonly [name: string]: Json };
  readonly "~"?: { readonly [name: string]: Patch };
  readonly "-"?: readonly string[];
}

/** Of an array that has grown or shrunk. */
export type Splice = readonly [start: number, deleted: number, ...inserted: Json[]];

export type Patch = ObjectPatch | Splice;
