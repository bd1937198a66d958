const BEGAN_ANEW = 'filon.began-anew';
const AGAIN_AFTER_MS = 60_000;

/** Whether the last time was long enough ago: a part that stays missing must not make the page turn in circles. */
function isTime(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(BEGAN_ANEW) ?? 0) < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(BEGAN_ANEW, String(Date.now()));
    return true;
  } catch {
    return false; // without storage nobody would know that it was tried
  }
}

/**
 * Parts of a page are fetched when they are needed. Where the house has moved to a newer release meanwhile, those of the
 * older one are gone: the page begins anew, as the newer one and at the same place. While the house does not answer at all
 * it stays as it is.
 */
export function beginAnewWithReleases(): void {
  addEventListener('vite:preloadError', () => {
    void fetch('/healthz', { cache: 'no-store' })
      .then(({ ok }) => {
        if (ok && isTime()) location.reload();
      })
      .catch(() => {
        // Nobody is there; what was asked for can be asked for again.
      });
  });
}
