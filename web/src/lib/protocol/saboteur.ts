// Written by scripts/web-types from the Python structs. Change those, not this.

export interface Options {
  placement: "adjacent" | "connected";
  starter: "first" | "random";
}

export const Role = ["digger", "saboteur"] as const;
export type Role = (typeof Role)[number];

export interface Hidden {
  type: "hidden";
}

export const Card = ["NS", "EW", "SW", "ES", "NSW", "ESW", "NESW", "xS", "xW", "xNS", "xEW", "xSW", "xES", "xNSW", "xESW", "xNESW", "start", "treasure", "stone_SW", "stone_NW", "map", "rockfall", "broken_pick", "broken_lamp", "broken_cart", "repair_pick", "repair_lamp", "repair_cart", "repair_pick_lamp", "repair_pick_cart", "repair_lamp_cart"] as const;
export type Card = (typeof Card)[number];

export interface Face {
  type: "Face";
  card: Card;
  turned: boolean;
}

export interface GoalView {
  at: readonly [number, number];
  face: Face | Hidden;
  face_up: boolean;
  seen_by: readonly number[];
}

export interface Tile {
  at: readonly [number, number];
  card: Card;
  turned: boolean;
}

export const Tool = ["pick", "lamp", "cart"] as const;
export type Tool = (typeof Tool)[number];

export interface Discarded {
  card: Card | Hidden;
  seat: number;
  face_down: boolean;
}

export interface RoundView {
  number: number;
  starter: number;
  roles: readonly (Role | Hidden)[];
  set_aside: Role | Hidden;
  goals: readonly GoalView[];
  maze: readonly Tile[];
  broken: readonly (readonly Tool[])[];
  hand: readonly Card[];
  hand_sizes: readonly number[];
  pile: number;
  discards: readonly Discarded[];
}

export interface DiggingView {
  type: "Digging";
  turn: number;
}

export interface SharingGoldView {
  type: "SharingGold";
  chooser: number | null;
  cards: readonly (number | Hidden)[];
}

export interface RoundOverView {
  type: "RoundOver";
  ready: readonly number[];
}

export interface FinishedView {
  type: "Finished";
  scores: readonly number[];
}

export interface GoldView {
  cards: readonly (number | Hidden)[];
  owed: number;
}

export interface Taken {
  seat: number;
  offered: readonly (number | Hidden)[];
  nuggets: number | Hidden;
}

export interface Shared {
  type: "Shared";
  round: number;
  taken: readonly Taken[];
}

export interface Payment {
  seat: number;
  cards: readonly (number | Hidden)[];
  owed: number;
}

export interface Paid {
  type: "Paid";
  round: number;
  payments: readonly Payment[];
}

export const Winner = ["diggers", "saboteurs", "nobody"] as const;
export type Winner = (typeof Winner)[number];

export interface RoundResult {
  round: number;
  winner: Winner;
  last: number;
  roles: readonly Role[];
  set_aside: Role;
  goals: readonly Face[];
}

export interface View {
  seat: number | null;
  options: Options;
  round: RoundView;
  phase: DiggingView | SharingGoldView | RoundOverView | FinishedView;
  gold: readonly GoldView[];
  gold_deck: number;
  ledger: readonly (Shared | Paid)[];
  results: readonly RoundResult[];
}

export interface PlacePath {
  type: "PlacePath";
  card: Card;
  at: readonly [number, number];
  turned: boolean;
}

export interface BreakTool {
  type: "BreakTool";
  tool: Tool;
  target: number;
}

export interface RepairTool {
  type: "RepairTool";
  card: Card;
  target: number;
  tool: Tool;
}

export interface DropRocks {
  type: "DropRocks";
  at: readonly [number, number];
}

export interface ReadMap {
  type: "ReadMap";
  at: readonly [number, number];
}

export interface Discard {
  type: "Discard";
  card: Card;
}

export interface Pass {
  type: "Pass";
}

export interface TakeGold {
  type: "TakeGold";
  nuggets: number;
}

export interface Continue {
  type: "Continue";
}

export type Action = PlacePath | BreakTool | RepairTool | DropRocks | ReadMap | Discard | Pass | TakeGold | Continue;

export interface PathPlaced {
  type: "PathPlaced";
  seat: number;
  card: Card;
  at: readonly [number, number];
  turned: boolean;
}

export interface GoalRevealed {
  type: "GoalRevealed";
  at: readonly [number, number];
  card: Card;
  turned: boolean;
}

export interface ToolBroken {
  type: "ToolBroken";
  seat: number;
  target: number;
  tool: Tool;
}

export interface ToolRepaired {
  type: "ToolRepaired";
  seat: number;
  card: Card;
  target: number;
  tool: Tool;
}

export interface RocksFell {
  type: "RocksFell";
  seat: number;
  at: readonly [number, number];
  card: Card;
}

export interface GoalSeen {
  type: "GoalSeen";
  seat: number;
  at: readonly [number, number];
  face: Face | Hidden;
}

export interface CardDiscarded {
  type: "CardDiscarded";
  seat: number;
  card: Card | Hidden;
}

export interface Passed {
  type: "Passed";
  seat: number;
}

export interface CardDrawn {
  type: "CardDrawn";
  seat: number;
  card: Card | Hidden;
}

export interface TurnBegan {
  type: "TurnBegan";
  seat: number;
}

export interface RoundEnded {
  type: "RoundEnded";
  number: number;
  winner: Winner;
  last: number;
  roles: readonly Role[];
  set_aside: Role;
  goals: readonly Face[];
}

export interface GoldDrawn {
  type: "GoldDrawn";
  seat: number;
  cards: readonly (number | Hidden)[];
}

export interface GoldTaken {
  type: "GoldTaken";
  seat: number;
  nuggets: number | Hidden;
}

export interface GoldPassed {
  type: "GoldPassed";
  seat: number;
  to: number;
  cards: readonly (number | Hidden)[];
}

export interface GoldPaid {
  type: "GoldPaid";
  payments: readonly Payment[];
}

export interface GoldShuffled {
  type: "GoldShuffled";
  deck: readonly number[] | Hidden;
}

export interface Continued {
  type: "Continued";
  seat: number;
}

export interface RoundDealt {
  type: "RoundDealt";
  number: number;
  starter: number;
  roles: readonly (Role | Hidden)[];
  set_aside: Role | Hidden;
  goals: readonly Face[] | Hidden;
  hands: readonly (readonly Card[] | Hidden)[];
  pile: readonly Card[] | Hidden;
}

export interface GameEnded {
  type: "GameEnded";
  ledger: readonly (Shared | Paid)[];
  scores: readonly number[];
}

export type Event = PathPlaced | GoalRevealed | ToolBroken | ToolRepaired | RocksFell | GoalSeen | CardDiscarded | Passed | CardDrawn | TurnBegan | RoundEnded | GoldDrawn | GoldTaken | GoldPassed | GoldPaid | GoldShuffled | Continued | RoundDealt | GameEnded;

export interface Giveaway {
  seat: number;
  step: number;
  by: number;
  action: Action;
  before: number;
  after: number;
}

export interface Reading {
  loss: number;
  at_deal: number;
  right: number;
  wrong: number;
}

export interface DealChances {
  any_deal: number;
  roles: number;
  goals: number;
  cards: number;
}

export interface RoundInsight {
  number: number;
  saboteurs: readonly number[];
  treasure: number;
  diggers_won: boolean;
  steps: readonly number[];
  suspicions: readonly (readonly (readonly number[])[])[];
  gold: readonly (readonly (readonly [number, number, number])[])[];
  others: readonly (readonly number[])[];
  giveaways: readonly Giveaway[];
  readings: readonly Reading[];
  chances: DealChances;
  shares: readonly number[];
}

export interface SaboteurInsight {
  rounds: readonly RoundInsight[];
}

export type Insight = SaboteurInsight;

export const GOLD_COUNTS = {"1":16,"2":8,"3":4} as const;

export const GOLD = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,3,3,3,3] as const;

export const ROLE_POOL = {"3":[1,3],"4":[1,4],"5":[2,4],"6":[2,5],"7":[3,5],"8":[3,6],"9":[3,7],"10":[4,7]} as const;

export const HAND = {"3":6,"4":6,"5":6,"6":5,"7":5,"8":4,"9":4,"10":4} as const;

export const SHARED_AT_MOST = 9 as const;

export const BOUNTY = {"1":4,"2":3,"3":3,"4":2} as const;

export const ROUNDS = 3 as const;
