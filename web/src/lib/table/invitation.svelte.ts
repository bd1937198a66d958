import { api } from '../net/api';

/** Names by which a machine calls itself: on another device they lead to that device. */
const isHere = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host);

/**
 * Where other devices find this server, or null where they do not: opened on this very machine, only the server knows
 * how others reach it.
 */
export async function originForOthers(table: string): Promise<string | null> {
  if (!isHere(location.hostname)) return location.origin;
  const { url, reachable } = await api.invitation(table);
  return reachable ? new URL(url).origin : null;
}

/** The address to give to others. */
export class Invitation {
  url = $state('');
  /** This page's own address means nothing elsewhere: `elsewhere` is the one that does, `nowhere` there is none. */
  reach = $state<'here too' | 'elsewhere' | 'nowhere'>('here too');

  constructor(table: string, code: string) {
    this.url = `${location.origin}/t/${code}`;
    originForOthers(table).then(
      (origin) => {
        if (origin) this.url = `${origin}/t/${code}`;
        if (origin !== location.origin) this.reach = origin ? 'elsewhere' : 'nowhere';
      },
      // Not knowing better, the page's own address is offered as it is.
      () => {},
    );
  }
}
