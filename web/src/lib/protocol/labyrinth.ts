// Written by scripts/web-types from the Python structs. Change those, not this.

export interface Options {
  starter: "first" | "random";
  corridors: "clockwise" | "either";
  memory: "off" | "on";
  goal: 6 | 7;
  turn_limit: number | null;
}

export interface Rotation {
  outer: number;
  inner: number;
  centre: number;
}

export const Secret = ["crown", "goblet", "sceptre", "mirror", "lamp", "harp", "hourglass", "miller", "piper", "smith", "baker", "tailor", "lookout", "sleeper", "dragon", "unicorn", "griffin", "phoenix"] as const;
export type Secret = (typeof Secret)[number];

export interface Hidden {
  type: "hidden";
}

export interface FirstChange {
  type: "FirstChange";
}

export const Ring = ["outer", "inner", "centre"] as const;
export type Ring = (typeof Ring)[number];

export interface SecondChange {
  type: "SecondChange";
  first: Ring;
}

export interface Moving {
  type: "Moving";
}

export interface Arrived {
  type: "Arrived";
  meets: readonly number[];
}

export interface AnimalTurned {
  type: "AnimalTurned";
  seat: number;
}

export interface Fetched {
  type: "Fetched";
  seat: number;
  meets: readonly number[];
}

export const Kind = ["treasure", "gnome", "animal"] as const;
export type Kind = (typeof Kind)[number];

export interface ForCards {
  type: "ForCards";
  kind: Kind;
  cards: number;
}

export interface ForSecret {
  type: "ForSecret";
  waiting: readonly number[];
}

export const Thing = ["stone", "scissors", "paper"] as const;
export type Thing = (typeof Thing)[number];

export interface DuelView {
  type: "Duel";
  duellists: readonly [number, number];
  prize: ForCards | ForSecret;
  throws: Record<number, Thing | Hidden>;
}

export interface Placing {
  type: "Placing";
  winner: number;
  loser: number;
  prize: ForCards | ForSecret;
}

export const Ending = ["full_set", "turn_limit"] as const;
export type Ending = (typeof Ending)[number];

export interface Finished {
  type: "Finished";
  winners: readonly number[];
  ending: Ending;
}

export interface View {
  seat: number | null;
  options: Options;
  rotation: Rotation;
  pawns: readonly number[];
  counts: readonly number[];
  hands: readonly (readonly Secret[] | Hidden)[];
  pile: number;
  sought: Secret | null;
  square: number | null;
  on_turn: number;
  phase: FirstChange | SecondChange | Moving | Arrived | AnimalTurned | Fetched | DuelView | Placing | Finished;
  turn: number;
  swapped: boolean;
  discarded: readonly Secret[];
  challenged: boolean;
  turned_up: boolean;
  finder: number | null;
}

export interface Turn {
  type: "Turn";
  ring: Ring;
  steps: number;
}

export interface Move {
  type: "Move";
  to: number;
}

export interface Stay {
  type: "Stay";
}

export interface Swap {
  type: "Swap";
  opponent: number;
  given: Kind;
}

export const Stake = ["one", "die"] as const;
export type Stake = (typeof Stake)[number];

export interface Challenge {
  type: "Challenge";
  opponent: number;
  kind: Kind;
  stake: Stake;
}

export interface End {
  type: "End";
}

export interface Fetch {
  type: "Fetch";
}

export interface Decline {
  type: "Decline";
}

export interface Throw {
  type: "Throw";
  thing: Thing;
}

export interface Place {
  type: "Place";
  to: number;
}

export type Action = Turn | Move | Stay | Swap | Challenge | End | Fetch | Decline | Throw | Place;

export interface RingTurned {
  type: "RingTurned";
  seat: number;
  ring: Ring;
  steps: number;
  position: number;
}

export interface PawnMoved {
  type: "PawnMoved";
  seat: number;
  to: number;
  meets: readonly number[];
}

export interface PawnStayed {
  type: "PawnStayed";
  seat: number;
}

export interface SecretTaken {
  type: "SecretTaken";
  seat: number;
  secret: Secret;
  complete: number | null;
}

export interface Swapped {
  type: "Swapped";
  seat: number;
  opponent: number;
  animal: Secret;
  given: Secret | Hidden;
  drawn: readonly Secret[] | Hidden;
  count: number;
  face_up: boolean;
  complete: number | null;
}

export interface Challenged {
  type: "Challenged";
  seat: number;
  opponent: number;
  kind: Kind;
  stake: Stake;
  cards: number;
}

export interface SecretContested {
  type: "SecretContested";
  duellists: readonly [number, number];
  waiting: readonly number[];
}

export interface Threw {
  type: "Threw";
  seat: number;
  thing: Thing | Hidden;
}

export interface ThrowsShown {
  type: "ThrowsShown";
  throws: Record<number, Thing>;
}

export interface DuelWon {
  type: "DuelWon";
  winner: number;
  loser: number;
}

export interface CardsHandedOver {
  type: "CardsHandedOver";
  loser: number;
  winner: number;
  kind: Kind;
  cards: readonly Secret[] | Hidden;
  count: number;
  face_up: boolean;
  complete: number | null;
}

export interface PawnPlaced {
  type: "PawnPlaced";
  winner: number;
  loser: number;
  to: number;
}

export interface SecretTurned {
  type: "SecretTurned";
  seat: number;
  secret: Secret;
}

export interface AnimalOffered {
  type: "AnimalOffered";
  seat: number;
}

export interface AnimalFetched {
  type: "AnimalFetched";
  seat: number;
  to: number;
  meets: readonly number[];
}

export interface AnimalDeclined {
  type: "AnimalDeclined";
  seat: number;
}

export interface SecretBuried {
  type: "SecretBuried";
  secret: Secret;
}

export interface TurnBegan {
  type: "TurnBegan";
  seat: number;
  turn: number;
}

export interface GameEnded {
  type: "GameEnded";
  winners: readonly number[];
  ending: Ending;
  hands: readonly (readonly Secret[])[];
}

export type Event = RingTurned | PawnMoved | PawnStayed | SecretTaken | Swapped | Challenged | SecretContested | Threw | ThrowsShown | DuelWon | CardsHandedOver | PawnPlaced | SecretTurned | AnimalOffered | AnimalFetched | AnimalDeclined | SecretBuried | TurnBegan | GameEnded;

export interface Way {
  first: Turn;
  then: Turn;
  squares: number;
}

export interface TurnTaken {
  step: number;
  walk: number;
  turn: number;
  seat: number;
  squares: number;
  best: Way;
  secret: Secret | null;
  way: Way | null;
  guarded: boolean;
  reached: boolean;
  opened: boolean;
}

export interface Lay {
  step: number;
  secret: Secret;
  on_turn: number;
  near: readonly number[];
}

export interface Habit {
  seat: number;
  shown: readonly number[];
  throws: number;
  won: number;
  predictable: boolean;
  expected: Thing | null;
}

export interface Pairing {
  one: number;
  other: number;
  won_by_one: number;
  won_by_other: number;
  steps: readonly number[];
}

export interface LabyrinthInsight {
  turns: readonly TurnTaken[];
  lays: readonly Lay[];
  habits: readonly Habit[];
  pairings: readonly Pairing[];
}

export type Insight = LabyrinthInsight;

export const ANIMALS = 4 as const;

export const DIE = [2,2,3,3,4,4] as const;

export const DRAWN_BY_SWAP = 2 as const;

export const CROWD = 4 as const;
