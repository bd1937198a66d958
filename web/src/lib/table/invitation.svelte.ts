import { api } from '../net/api';

const isHere = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** The address to give to others. Opened on this very machine, only the server knows how others reach it. */
export class Invitation {
  url = $state('');

  constructor(table: string, code: string) {
    this.url = `${location.origin}/t/${code}`;
    if (isHere(location.hostname))
      api.invitation(table).then(
        (found) => (this.url = found.url),
        () => {},
      );
  }
}
