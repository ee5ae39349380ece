/** Where the person is, in the address bar: links are plain links, and the back button works. */

let url = $state.raw(new URL(location.href));

export const router = {
  get path(): string {
    return url.pathname;
  },
  get query(): URLSearchParams {
    return url.searchParams;
  },
  get hash(): string {
    return url.hash;
  },
};

/** Go to an address of the app. `replace` leaves no step for the back button: for the place within a screen. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const next = new URL(to, location.href);
  if (next.href === location.href) return;
  if (replace) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
  const elsewhere = next.pathname !== url.pathname;
  url = next;
  if (elsewhere && !replace) scrollTo(0, 0);
}

/** Listen to the back button, and to clicks on links within the app. Answers how to stop. */
export function startRouter(): () => void {
  const moved = () => (url = new URL(location.href));
  addEventListener('popstate', moved);
  document.addEventListener('click', followed);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', followed);
  };
}

function followed(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  navigate(link.href);
}

/** The parts of a path that fit a pattern such as `/t/:id`; null if it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i]!;
    if (part.startsWith(':')) {
      if (!value) return null;
      found[part.slice(1)] = decodeURIComponent(value);
    } else if (part !== value) return null;
  }
  return found;
}
