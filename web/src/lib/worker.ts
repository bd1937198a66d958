interface Policy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

const WORKER = '/sw.js';

/** The server's policy forbids script addresses made of text; this one, and no other, is allowed through. */
function trusted(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = types?.createPolicy('filon-worker', {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError('no other worker');
      return url;
    },
  });
  return policy ? policy.createScriptURL(WORKER) : WORKER;
}

/** Keeps the pages at hand when the network is not. Only built pages have a worker. */
export function startWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register(trusted()).catch(() => {
      // Plain http addresses in the home network have none; everything but installing still works.
    });
}
