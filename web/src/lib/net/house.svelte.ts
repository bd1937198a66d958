import type { Catalogue } from '../protocol/table';
import { api } from './api';

let house = $state.raw<Catalogue | null>(null);
let asking: Promise<Catalogue> | null = null;

/** Which games and bots this server has; asked once. */
export function loadHouse(): Promise<Catalogue> {
  asking ??= api.house().then(
    (found) => (house = found),
    (error: unknown) => {
      asking = null;
      throw error;
    },
  );
  return asking;
}

export const known = {
  get house(): Catalogue | null {
    return house;
  },
};
