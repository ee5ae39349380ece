/**
 * The service worker: keeps the whole app on the device, so that it opens and plays without a connection.
 *
 * It is written into one classic script, `sw.js`, with the list of files in place of the text below: see
 * `building/offline.ts`. A new version waits until no page of the old one is open, or the only one asks for it.
 */

import { pageFor, shownOf } from './calling';
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
interface Pushed extends Living {
  readonly data: { text(): string } | null;
}
interface Clicked extends Living {
  readonly notification: Notification;
}
interface Renewed extends Living {
  readonly oldSubscription: PushSubscription | null;
}
interface Client {
  readonly url: string;
  focus(): Promise<Client>;
  navigate(url: string): Promise<Client | null>;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: { setAppBadge?: (waiting: number) => Promise<void> };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Client[]>;
    openWindow(url: string): Promise<Client | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', heard: (event: Living) => void): void;
  addEventListener(type: 'fetch', heard: (event: Fetching) => void): void;
  addEventListener(type: 'message', heard: (event: Told) => void): void;
  addEventListener(type: 'push', heard: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', heard: (event: Clicked) => void): void;
  addEventListener(type: 'pushsubscriptionchange', heard: (event: Renewed) => void): void;
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

worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo((event.notification.data as { url: string }).url));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.oldSubscription)));

async function show(text: string | undefined): Promise<void> {
  const { title, options, waiting } = shownOf(text, scope);
  await worker.registration.showNotification(title, options);
  if (waiting) await worker.navigator.setAppBadge?.(waiting);
}

/** Bring the table to the front: in the page that has it, or another of ours, or a new one. */
async function goTo(url: string): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pageFor(
    open.filter((one) => one.url.startsWith(scope)),
    url,
  );
  if (!page) return void (await worker.clients.openWindow(url));
  await page.focus();
  if (page.url.split(/[?#]/)[0] !== url) await page.navigate(url).catch(() => worker.clients.openWindow(url));
}

/** The browser has given this app another address for messages: the server has to know. */
async function subscribeAgain(old: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!key) return;
  const found = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] });
  const headers = { 'Content-Type': 'application/json' };
  await fetch(new URL('api/me/notices/push', scope), { method: 'POST', headers, body });
}

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
