// Written by scripts/web-types from the Python structs. Change those, not this.
import type * as diamant from "./diamant";
import type * as labyrinth from "./labyrinth";
import type * as outofmine from "./outofmine";
import type * as saboteur from "./saboteur";

export interface Games {
  diamant: { View: diamant.View; Action: diamant.Action; Event: diamant.Event; Insight: diamant.Insight; };
  labyrinth: { View: labyrinth.View; Action: labyrinth.Action; Event: labyrinth.Event; Insight: labyrinth.Insight; };
  outofmine: { View: outofmine.View; Action: outofmine.Action; Event: outofmine.Event; Insight: outofmine.Insight; };
  saboteur: { View: saboteur.View; Action: saboteur.Action; Event: saboteur.Event; Insight: saboteur.Insight; };
}

export type GameName = keyof Games;
export type AnyView = Games[GameName]["View"];
export type AnyAction = Games[GameName]["Action"];
export type AnyEvent = Games[GameName]["Event"];
export type AnyInsight = Games[GameName]["Insight"];
