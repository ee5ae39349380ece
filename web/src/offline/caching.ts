/**
 * What the service worker decides: which requests it answers, from which cache, and which caches are of the past.
 *
 * A version of the app is kept whole, in a cache of its own, and a page is only ever given files of its own version.
 */

/** The files of a version by their addresses: the first digits of a file's hash; null where its name has them. */
export type Files = Readonly<Record<string, string | null>>;

export interface Version {
  version: string;
  files: Files;
}

/** Several apps may stand under one origin, and share its caches: each keeps to those with its own scope. */
export function cacheName(scope: string, version: string): string {
  return `floe ${scope} ${version}`;
}

export function oldCaches(names: readonly string[], scope: string, version: string): string[] {
  return names.filter((name) => name.startsWith(cacheName(scope, '')) && name !== cacheName(scope, version));
}

/** Under which address a file is kept, so that the next version can take it over if it is still the same. */
export function keyOf(path: string, files: Files): string {
  const hash = files[path];
  return hash ? `${path}?hash=${hash}` : path;
}

/** What a server answers itself, always: it is never kept. */
const LIVE = /^(api|ws|schema|health|metrics|docs)(\/|$)/;

/** How a request is answered: with a page, a file that is kept, or (null) as if there were no service worker. */
export function answerTo(
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  scope: string,
  files: Files,
): { page: true } | { key: string } | null {
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return null;
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  if (LIVE.test(path)) return null;
  if (Object.hasOwn(files, path)) return { key: keyOf(path, files) };
  return request.mode === 'navigate' ? { page: true } : null;
}

/** The version that a page says it is of; null for any other page. */
export function versionOf(html: string): string | null {
  return /<meta name="floe-version" content="([^"]*)"/.exec(html)?.[1] ?? null;
}

/**
 * Whether what the network gave as a page is shown. If not, because there is no server or it has moved on to another
 * version, the page that is kept is: the new version is offered once all of its files are here.
 */
export function isShown(status: number, version: string | null, own: string): boolean {
  return status < 500 && (version === null || version === own);
}
