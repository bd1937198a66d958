/** Checking a game's chance by SHA-256. See tables/chance.py for the same in Python. */
import { kept } from './kept';
import type { Result } from './protocol/table';

export interface Checked {
  /** The secret is the one whose hash was shown before the deal. */
  readonly commitment: boolean;
  /** The seed follows from the secret and the players' numbers. */
  readonly seed: boolean;
  /** This browser's own number is among them, where it sent one. */
  readonly mine: boolean | null;
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The browser's own is only there on safe origins; phones in the home network come by a plain address. */
async function sha256(...parts: Uint8Array[]): Promise<string> {
  const { sha256: hash } = await import('@noble/hashes/sha2.js');
  return hexOf(parts.reduce((sum, part) => sum.update(part), hash.create()).digest());
}

/** `shown` is the hash this browser saw before the deal, not the one that came with the secret. */
export async function check(result: Result, shown: string | null, mine: string | null): Promise<Checked> {
  const secret = bytesOf(result.secret);
  const commitment = await sha256(secret);
  const seed = await sha256(secret, ...result.nonces.map(bytesOf));
  return {
    commitment: commitment === result.commitment && (shown === null || shown === commitment),
    seed: seed === result.seed,
    mine: mine === null ? null : result.nonces.includes(mine),
  };
}

export function newNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

interface Promised {
  readonly commitment: string;
  readonly nonce: string;
}

const promiseKey = (table: string, game: number): string => `chance.${table}.${game}`;

/** What this browser saw and sent before a deal, kept for the check after the game. */
export const promises = {
  keep(table: string, game: number, promise: Promised): void {
    kept.write(promiseKey(table, game), promise);
  },
  of(table: string, game: number): Promised | null {
    return kept.read(promiseKey(table, game)) as Promised | null;
  },
};
