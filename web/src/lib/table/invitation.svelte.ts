import { api } from '../net/api';

/** Whether an address is this very machine's own, of no use to others. */
export const isHere = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** Where other devices find this server. Opened on this very machine, only the server knows how others reach it. */
export async function originForOthers(table: string): Promise<string> {
  if (!isHere(location.hostname)) return location.origin;
  try {
    return new URL((await api.invitation(table)).url).origin;
  } catch {
    return location.origin;
  }
}

/** The address to give to others. */
export class Invitation {
  url = $state('');

  constructor(table: string, code: string) {
    this.url = `${location.origin}/t/${code}`;
    void originForOthers(table).then((origin) => (this.url = `${origin}/t/${code}`));
  }
}
