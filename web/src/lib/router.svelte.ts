/** The addresses of the pages. Nothing secret ever stands in one; a seat link's secret is in the fragment. */
export type Route =
  | { page: 'door' }
  | { page: 'open'; game: string }
  | { page: 'table'; code: string; screen: boolean }
  | { page: 'finished'; code: string; number: number }
  | { page: 'replay'; code: string; number: number }
  | { page: 'round'; code: string }
  | { page: 'deal'; code: string; compare: boolean }
  | { page: 'coach'; code: string; number: number }
  | { page: 'daily'; game: string | null }
  | { page: 'record' }
  | { page: 'rules'; game: string }
  | { page: 'seat' }
  | { page: 'learn'; game: string }
  | { page: 'lost' };

/** Of a game at its table. */
const isNumber = (part: string): boolean => /^[1-9]\d{0,4}$/.test(part);

export function parse(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [first, second, third] = parts;
  if (first === undefined) return { page: 'door' };
  if (first === 'seat' && parts.length === 1) return { page: 'seat' };
  if (first === 'open' && second && parts.length === 2) return { page: 'open', game: second };
  if (first === 'learn' && second && parts.length === 2) return { page: 'learn', game: second };
  if (first === 'rules' && second && parts.length === 2) return { page: 'rules', game: second };
  if (first === 't' && second && (parts.length === 2 || (parts.length === 3 && third === 'screen')))
    return { page: 'table', code: second.toUpperCase(), screen: third === 'screen' };
  if (first === 't' && second && third === 'games' && parts.length === 4 && isNumber(parts[3]!))
    return { page: 'finished', code: second.toUpperCase(), number: Number(parts[3]) };
  if (first === 't' && second && third === 'games' && parts.length === 5 && isNumber(parts[3]!)) {
    const page = parts[4];
    if (page === 'coach' || page === 'replay')
      return { page, code: second.toUpperCase(), number: Number(parts[3]) };
  }
  if (first === 't' && second && third === 'round' && parts.length === 3)
    return { page: 'round', code: second.toUpperCase() };
  if (first === 'deal' && second && (parts.length === 2 || (parts.length === 3 && third === 'compare')))
    return { page: 'deal', code: second, compare: third === 'compare' };
  if (first === 'daily' && parts.length <= 2) return { page: 'daily', game: second ?? null };
  if (first === 'record' && parts.length === 1) return { page: 'record' };
  return { page: 'lost' };
}

const safely = (path: string): Route => {
  try {
    return parse(path);
  } catch {
    return { page: 'lost' };
  }
};

let current = $state.raw<Route>(safely(location.pathname));
const update = () => (current = safely(location.pathname));
addEventListener('popstate', update);

export const router = {
  get route(): Route {
    return current;
  },
  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    update();
    scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  },
};

/** Lets ordinary links within the site change pages without a reload; new tabs and downloads stay ordinary. */
export function followLinks(node: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    router.go(link.pathname + link.search + link.hash);
  };
  node.addEventListener('click', click);
  return () => node.removeEventListener('click', click);
}
