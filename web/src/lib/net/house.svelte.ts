import type { House } from '../protocol/table';
import { api } from './api';

let house = $state.raw<House | null>(null);
let asking: Promise<House> | null = null;

/** Which games and bots this server has; asked once. */
export function loadHouse(): Promise<House> {
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
  get house(): House | null {
    return house;
  },
};
