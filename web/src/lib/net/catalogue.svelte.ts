import type { Catalogue } from '../protocol/table';
import { api } from './api';

let catalogue = $state.raw<Catalogue | null>(null);
let asking: Promise<Catalogue> | null = null;

/** Which games and bots this server has; asked once. */
export function loadCatalogue(): Promise<Catalogue> {
  asking ??= api.catalogue().then(
    (found) => (catalogue = found),
    (error: unknown) => {
      asking = null;
      throw error;
    },
  );
  return asking;
}

export const known = {
  get catalogue(): Catalogue | null {
    return catalogue;
  },
};
