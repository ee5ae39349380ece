/**
 * Where the person is, in the address bar: links are plain links, and the back button works.
 *
 * Screens have addresses such as `/t/abc?ply=3`. With a server those are the page's own; without one they follow the `#`.
 */

import { hasServer } from './kind';

let url = $state.raw(screenOf(location));

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

/** The `href` of a screen. */
export function link(screen: string): string {
  return hasServer ? screen : `#${screen}`;
}

/** The whole address of a screen, to be passed on. */
export function wholeLink(screen: string): string {
  return new URL(link(screen), location.href).href;
}

/** The screen that an address of the page leads to. */
function screenOf({ href, hash }: { href: string; hash: string }): URL {
  if (hasServer) return new URL(href);
  return new URL(hash.startsWith('#/') ? hash.slice(1) : '/', location.origin);
}

/** Go to a screen. `replace` leaves no step for the back button: for the place within a screen. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const next = new URL(to, url);
  if (next.href === url.href) return;
  const address = link(next.pathname + next.search + next.hash);
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  const elsewhere = next.pathname !== url.pathname;
  url = next;
  if (elsewhere && !replace) scrollTo(0, 0);
}

/** Listen to the back button, and to clicks on links within the app. Answers how to stop. */
export function startRouter(): () => void {
  const moved = () => (url = screenOf(location));
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
  const clicked = (event.target as Element | null)?.closest('a');
  if (!clicked || clicked.target || clicked.hasAttribute('download') || clicked.origin !== location.origin) return;
  if (!isScreen(clicked)) return;
  event.preventDefault();
  const { pathname, search, hash } = screenOf(clicked);
  navigate(pathname + search + hash);
}

/** Whether a link leads to a screen, not to a file, an answer of the server's or a place within this one. */
function isScreen({ pathname, search, hash }: HTMLAnchorElement): boolean {
  const here = pathname === location.pathname && search === location.search;
  if (!hasServer) return here && hash.startsWith('#/');
  return !/^\/(api|docs)\//.test(pathname) && !(here && hash);
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
