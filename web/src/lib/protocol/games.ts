// Written by scripts/web-types from the Python structs. Change those, not this.
import type * as diamant from "./diamant";
import type * as labyrinth from "./labyrinth";
import type * as outofmine from "./outofmine";
import type * as saboteur from "./saboteur";

export interface Games {
  diamant: { View: diamant.View; Action: diamant.Action; Event: diamant.Event; };
  labyrinth: { View: labyrinth.View; Action: labyrinth.Action; Event: labyrinth.Event; };
  outofmine: { View: outofmine.View; Action: outofmine.Action; Event: outofmine.Event; };
  saboteur: { View: saboteur.View; Action: saboteur.Action; Event: saboteur.Event; };
}

export type GameName = keyof Games;
export type AnyView = Games[GameName]["View"];
export type AnyAction = Games[GameName]["Action"];
export type AnyEvent = Games[GameName]["Event"];
