/**
 * The service worker: keeps the whole app on the device, so that it opens and plays without a connection.
 *
 * It is written into one classic script, `sw.js`, with the list of files in place of the text below: see
 * `building/offline.ts`. A new version waits until no page of the old one is open, or the only one asks for it.
 */

import { answerTo, cacheName, isShown, keyOf, oldCaches, versionOf, type Version } from './caching';

interface Living extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Living {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Living {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', heard: (event: Living) => void): void;
  addEventListener(type: 'fetch', heard: (event: Fetching) => void): void;
  addEventListener(type: 'message', heard: (event: Told) => void): void;
}
const worker = self as unknown as Scope;

const { version, files } = JSON.parse('__VERSION__') as Version;
const scope = worker.registration.scope;
const name = cacheName(scope, version);
const PATIENCE_MS = 4000; // a network that gives no page for so long is as good as none
const AT_ONCE = 8;

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request, scope, files);
  if (answer) event.respondWith('key' in answer ? file(event.request, answer.key) : page(event.request));
});
worker.addEventListener('message', (event) => {
  if (event.data === 'begin') event.waitUntil(beginNow().then((begun) => event.ports[0]?.postMessage(begun)));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(name);
  const left = Object.keys(files);
  const some = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await keep(cache, path);
  };
  await Promise.all([keepPage(cache), ...Array.from({ length: AT_ONCE }, some)]);
}

async function keep(cache: Cache, path: string): Promise<void> {
  const key = new URL(keyOf(path, files), scope).href;
  if (await cache.match(key, { ignoreVary: true })) return; // an earlier try got so far
  const known = await caches.match(key, { ignoreVary: true });
  if (known) return cache.put(key, known);
  const hash = files[path];
  const answer = await fetch(new URL(path, scope), { cache: hash ? 'no-cache' : 'default' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // While a server is changed to another version, files of both may be had.
  if (hash && !(await digest(answer.clone())).startsWith(hash)) throw new Error(`${path} is of another version`);
  await cache.put(key, answer);
}

async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetch(scope, { cache: 'no-cache' });
  if (versionOf(await answer.clone().text()) !== version) throw new Error('the page is of another version');
  await cache.put(scope, answer);
}

async function digest(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** By now no page of an older version is open. */
async function begin(): Promise<void> {
  await Promise.all(oldCaches(await caches.keys(), scope, version).map((old) => caches.delete(old)));
  await worker.clients.claim();
}

/** A page asks for the new version. It gets it only if no other page would lose its own files by that. */
async function beginNow(): Promise<boolean> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.filter(({ url }) => url.startsWith(scope)).length > 1) return false;
  await worker.skipWaiting();
  return true;
}

async function file(request: Request, key: string): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(new URL(key, scope).href, { ignoreVary: true });
  return kept ?? fetch(request); // the browser may have thrown it away
}

async function page(request: Request): Promise<Response> {
  const kept = async () => (await caches.open(name)).match(scope, { ignoreVary: true });
  const asked = fetch(request);
  try {
    const answer = await Promise.race([asked, late()]);
    const html = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    if (isShown(answer.status, html ? versionOf(await answer.clone().text()) : null, version)) return answer;
    return (await kept()) ?? answer;
  } catch {
    return (await kept()) ?? asked;
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('late')), PATIENCE_MS));
}
