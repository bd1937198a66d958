// Written by scripts/web-types from the Python structs. Change those, not this.

export interface Options {
  chests: "hidden" | "open";
  leftovers: "per_card" | "together";
  artifacts: "none" | "one_per_cave";
}

export interface Hidden {
  type: "hidden";
}

export interface Gems {
  type: "Gems";
  stones: number;
}

export const Hazard = ["snakes", "scorpions", "rocks", "gas", "explosion"] as const;
export type Hazard = (typeof Hazard)[number];

export interface Danger {
  type: "Danger";
  hazard: Hazard;
}

export interface Artifact {
  type: "Artifact";
}

export interface Turned {
  card: Gems | Danger | Artifact;
  left: number;
}

export const Choice = ["go_on", "leave"] as const;
export type Choice = (typeof Choice)[number];

export interface ExpeditionView {
  type: "Expedition";
  cave: number;
  pile: number;
  gallery: readonly Turned[];
  inside: readonly number[];
  loot: number;
  choices: Record<number, Choice | Hidden>;
}

export interface CaveOverView {
  type: "CaveOver";
  cave: number;
  pile: number;
  gallery: readonly Turned[];
  hazard: Hazard | null;
  lost: Record<number, number>;
  ready: readonly number[];
}

export interface FinishedView {
  type: "Finished";
}

export interface View {
  seat: number | null;
  options: Options;
  chests: readonly (number | Hidden)[];
  phase: ExpeditionView | CaveOverView | FinishedView;
  removed: readonly Hazard[];
  artifacts_turned: number;
  takings: readonly (readonly number[])[];
}

export interface Choose {
  type: "Choose";
  choice: Choice;
}

export interface Continue {
  type: "Continue";
}

export type Action = Choose | Continue;

export interface Chose {
  type: "Chose";
  seat: number;
  choice: Choice | Hidden;
}

export interface ChoicesShown {
  type: "ChoicesShown";
  choices: Record<number, Choice>;
}

export interface Returned {
  type: "Returned";
  seats: readonly number[];
  banked: number;
  left: readonly number[];
}

export interface CardTurned {
  type: "CardTurned";
  card: Gems | Danger | Artifact;
  share: number;
  left: number;
}

export interface CaveLeft {
  type: "CaveLeft";
  cave: number;
}

export interface CaveFled {
  type: "CaveFled";
  cave: number;
  hazard: Hazard;
}

export interface Continued {
  type: "Continued";
  seat: number;
}

export interface CaveEntered {
  type: "CaveEntered";
  cave: number;
  pile: readonly (Gems | Danger | Artifact)[] | Hidden;
}

export interface GameEnded {
  type: "GameEnded";
  chests: readonly number[];
}

export type Event = Chose | ChoicesShown | Returned | CardTurned | CaveLeft | CaveFled | Continued | CaveEntered | GameEnded;

export interface Reveal {
  step: number;
  cave: number;
  deadly: number;
  cards: number;
  risk: number;
  loot: number;
  floor: number;
  going: number;
  leaving: number;
  alone: boolean;
  left: readonly number[];
  stayed: readonly number[];
  came: Gems | Danger | Artifact | null;
  fatal: boolean;
  cards_luck: readonly number[];
  crowd_luck: readonly number[];
}

export interface DiamantInsight {
  reveals: readonly Reveal[];
  cards_luck: readonly number[];
  crowd_luck: readonly number[];
}

export type Insight = DiamantInsight;

export const GEM_VALUES = [1,2,3,4,5,5,7,7,9,11,11,13,14,15,17] as const;

export const HAZARD_COPIES = 3 as const;

export const CAVES = 5 as const;

export const DIAMOND = 5 as const;

export const ARTIFACT_WORTH = [5,7,8,10,12] as const;
