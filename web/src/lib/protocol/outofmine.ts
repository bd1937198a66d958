// Written by scripts/web-types from the Python structs. Change those, not this.

export interface Options {
  referee: "end" | "live";
  round_limit: number | null;
  elves: "off" | "on";
  finds: "off" | "on";
}

export const Colour = ["yellow", "blue", "green", "red", "white"] as const;
export type Colour = (typeof Colour)[number];

export interface Elf {
  colour: Colour;
  square: number;
}

export interface Gallery {
  name: string;
  squares: readonly number[];
  elves: readonly Elf[];
}

export interface BoardView {
  board: number;
  front: Gallery;
  back: Gallery;
}

export const Side = ["front", "back"] as const;
export type Side = (typeof Side)[number];

export interface ChoosingView {
  type: "Choosing";
  boards: readonly BoardView[];
  barred: Record<number, Side>;
  chosen: Record<number, Side>;
}

export interface ReadyView {
  type: "Ready";
  sides: readonly Side[];
  galleries: readonly Gallery[];
}

export const Shape = ["I1", "I2", "I3", "V3", "I4", "L4", "O4", "S4", "T4", "F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "Y5", "Z5"] as const;
export type Shape = (typeof Shape)[number];

export const Find = ["plain", "gold", "silver", "worm", "rat"] as const;
export type Find = (typeof Find)[number];

export interface Tile {
  shape: Shape;
  find: Find;
}

export interface Placed {
  tile: Tile;
  squares: readonly number[];
}

export interface Mine {
  board: number;
  side: Side;
  card: number;
  placed: readonly Placed[];
  hand: Tile | null;
  second: Tile | null;
  given_up: boolean;
}

export interface Card {
  tiles: Partial<Record<Colour, number>>;
  finds: Partial<Record<Find, number>>;
}

export interface MineView {
  mine: Mine;
  gallery: Gallery;
  card: Card;
}

export interface Heap {
  tile: Tile;
  left: number;
}

export interface PlacingView {
  type: "Placing";
  mines: readonly MineView[];
  stock: readonly Heap[];
}

export interface CountedView {
  type: "Counted";
  ready: readonly number[];
}

export interface FinishedView {
  type: "Finished";
}

export interface Removed {
  placed: Placed;
  fault: "one too many" | "over the edge" | "wrong colour";
}

export interface Count {
  mine: Mine;
  removed: readonly Removed[];
  empty: number;
  call: number;
  elves: number;
  finds: number;
  points: number;
}

export interface Sheet {
  caller: number | null;
  counts: readonly Count[];
}

export interface SheetView {
  sheet: Sheet;
  galleries: readonly Gallery[];
  cards: readonly Card[];
}

export interface View {
  seat: number | null;
  options: Options;
  round: number;
  scores: readonly number[];
  boards: readonly number[];
  phase: ChoosingView | ReadyView | PlacingView | CountedView | FinishedView;
  board_pile: number;
  box: number;
  card_pile: number;
  boards_left: readonly number[];
  cards_used: readonly number[];
  points: readonly (readonly number[])[];
  last: SheetView | null;
}

export interface ChooseFace {
  type: "ChooseFace";
  side: Side;
}

export interface Take {
  type: "Take";
  tile: Tile;
}

export interface Place {
  type: "Place";
  squares: readonly number[];
  hand?: "first" | "second";
}

export interface PutBack {
  type: "PutBack";
  hand?: "first" | "second";
}

export interface Swap {
  type: "Swap";
  tile: Tile;
}

export interface PickUp {
  type: "PickUp";
  square: number;
}

export interface TakeOff {
  type: "TakeOff";
  square: number;
}

export interface Call {
  type: "Call";
}

export interface GiveUp {
  type: "GiveUp";
}

export interface Continue {
  type: "Continue";
}

export interface Signal {
  type: "Signal";
}

export interface TimeUp {
  type: "TimeUp";
}

export interface Away {
  type: "Away";
  seat: number;
}

export type Action = ChooseFace | Take | Place | PutBack | Swap | PickUp | TakeOff | Call | GiveUp | Continue | Signal | TimeUp | Away;

export interface FaceChosen {
  type: "FaceChosen";
  seat: number;
  side: Side;
}

export interface AllReady {
  type: "AllReady";
  sides: readonly Side[];
}

export interface CardsTurned {
  type: "CardsTurned";
  cards: readonly number[];
}

export interface TileTaken {
  type: "TileTaken";
  seat: number;
  tile: Tile;
}

export interface TilePlaced {
  type: "TilePlaced";
  seat: number;
  placed: Placed;
  hand?: "first" | "second";
}

export interface TilePutBack {
  type: "TilePutBack";
  seat: number;
  tile: Tile;
  hand?: "first" | "second";
}

export interface TilePickedUp {
  type: "TilePickedUp";
  seat: number;
  placed: Placed;
  hand?: "first" | "second";
}

export interface TileTakenOff {
  type: "TileTakenOff";
  seat: number;
  placed: Placed;
}

export interface WentAway {
  type: "WentAway";
  seat: number;
}

export interface GaveUp {
  type: "GaveUp";
  seat: number;
}

export interface Called {
  type: "Called";
  seat: number;
}

export interface TimeRanOut {
  type: "TimeRanOut";
}

export interface RoundCounted {
  type: "RoundCounted";
  round: number;
  sheet: Sheet;
}

export interface Continued {
  type: "Continued";
  seat: number;
}

export interface BoardsDealt {
  type: "BoardsDealt";
  round: number;
  left: number;
  joined: number;
  boards: readonly number[];
  barred: Record<number, Side>;
}

export interface GameEnded {
  type: "GameEnded";
  scores: readonly number[];
}

export type Event = FaceChosen | AllReady | CardsTurned | TileTaken | TilePlaced | TilePutBack | TilePickedUp | TileTakenOff | WentAway | GaveUp | Called | TimeRanOut | RoundCounted | Continued | BoardsDealt | GameEnded;

export interface Lost {
  step: number;
  at_ms: number;
  until_ms: number;
  by: number;
  tile: Shape | null;
}

export interface Dig {
  first_ms: number | null;
  clear_step: number | null;
  clear_ms: number | null;
  lost: readonly Lost[];
  motions: number;
  wasted: number;
  lifted: number;
  missing: number;
  points: number;
  best: number;
}

export interface Round {
  number: number;
  step: number;
  end: number;
  length_ms: number;
  caller: number | null;
  digs: readonly Dig[];
}

export interface OutOfMineInsight {
  rounds: readonly Round[];
}

export type Insight = OutOfMineInsight;

export const GALLERY_SPAN = 7 as const;

export const BOARD_SPAN = 9 as const;

export const PILE = 6 as const;

export const ROUNDS = 7 as const;

export const FULL_POINTS = 10 as const;

export const MOST_EMPTY = 10 as const;

export const CALL_POINTS = 2 as const;

export const ELF_POINTS = 1 as const;
