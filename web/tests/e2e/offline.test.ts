/** The app without a connection, and its new versions. */

import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { plays } from './alone';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';
import { Proxy } from './proxy';

withBrowser({ webgl: false });

let proxy: Proxy;
beforeEach(async () => {
  proxy = new Proxy(inject('address'));
  await proxy.opens();
});
afterEach(() => proxy.closes());

/** Somebody whose device has kept the app. */
async function visitor(screen = LAPTOP): Promise<Person> {
  const person = await Person.arrives({ ...screen, serviceWorkers: 'allow' }, { address: proxy.address });
  await person.go('/');
  await expect.poll(() => controlled(person)).toBe(true);
  return person;
}

const controlled = (person: Person) => person.page.evaluate(() => navigator.serviceWorker.controller !== null);
/** What a browser itself says of requests that nobody answers. */
const UNANSWERED = /Failed to load resource|ERR_CONNECTION/;
const cacheNames = (person: Person) => person.page.evaluate(() => caches.keys());

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('without a server the app opens, plays and teaches, on a %s', async (_, screen) => {
  const person = await visitor(screen);
  const { page } = person;
  await proxy.closes();
  await page.reload();
  await page.getByRole('heading', { name: 'ICE CULT' }).waitFor();
  await page.getByText('No connection to the server.').waitFor();
  expect(await page.getByRole('button', { name: /With friends.*ICE CULT/ }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: /Play now.*ICE CULT/ }).click();
  await page.locator('.play').waitFor();
  expect(page.url()).toContain('/t/local-');
  await plays(page, 3);
  await page.reload();
  await plays(page, 1);

  await person.go('/games');
  await page.locator('main a[href^="/t/local-"]').waitFor();
  await person.go('/learn/igluiglu/1');
  await page.locator('.board').first().waitFor();
  await person.go('/lobby');
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor();
  await proxy.opens();
  // Other tests may have left tables there.
  const listed = page.getByText('No open tables right now.').or(page.locator('main li'));
  await listed.first().waitFor();
  await person.leaves(UNANSWERED);
});

test('when the server is back, so is all that needs it', async () => {
  const person = await visitor();
  const { page } = person;
  await proxy.closes();
  await page.reload();
  const friends = page.getByRole('button', { name: /With friends.*ICE CULT/ });
  await page.getByText('No connection to the server.').waitFor();
  await proxy.opens();
  await expect.poll(() => friends.isEnabled()).toBe(true);
  expect(await page.getByText('No connection to the server.').count()).toBe(0);
  await person.leaves(UNANSWERED);
});

/** The server has a new version from now on. */
async function movesOn(): Promise<void> {
  const page = await (await fetch(proxy.address)).text();
  const version = /name="floe-version" content="([^"]+)"/.exec(page)![1]!;
  proxy.change = (text) => text.replaceAll(version, 'a-newer-version');
}

const shownVersion = (person: Person) =>
  person.page.evaluate(() => document.querySelector('meta[name="floe-version"]')!.getAttribute('content'));

test('a new version is offered, and begins when the person wants it', async () => {
  const person = await visitor();
  const { page } = person;
  const old = await shownVersion(person);
  const [kept] = await cacheNames(person);
  await movesOn();
  await page.reload();
  await page.getByText('A new version is ready.').waitFor();
  expect(await shownVersion(person)).toBe(old);
  expect(await cacheNames(person)).toContain(kept);
  await page.getByRole('button', { name: /Play now.*ICE CULT/ }).click();
  await page.locator('.play').waitFor();
  expect(await page.getByText('A new version is ready.').count()).toBe(0);
  await plays(page, 1);

  await person.go('/');
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => shownVersion(person).catch(() => null)).toBe('a-newer-version');
  await expect.poll(() => cacheNames(person)).toHaveLength(1);
  expect(await page.getByText('A new version is ready.').count()).toBe(0);
  await proxy.closes();
  await page.reload();
  await page.getByRole('heading', { name: 'ICE CULT' }).waitFor();
  expect(await shownVersion(person)).toBe('a-newer-version');
  await person.leaves(UNANSWERED);
});

test('as long as another tab needs the old version, the new one waits', async () => {
  const person = await visitor();
  const { page } = person;
  const old = await shownVersion(person);
  const other = await person.context.newPage();
  await other.goto(`${proxy.address}/settings`);
  await movesOn();
  await page.reload();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByText('Floe is open in other tabs.').waitFor();
  expect(await shownVersion(person)).toBe(old);
  await other.close();
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => shownVersion(person).catch(() => null)).toBe('a-newer-version');
  await person.leaves();
});

test('the server tells what it serves', async () => {
  const get = (path: string) => fetch(inject('address') + path);
  const worker = await get('/sw.js');
  expect(worker.headers.get('content-type')).toContain('javascript');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  for (const language of ['en', 'de', 'fr', 'it']) {
    const answer = await get(`/manifest.${language}.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = (await answer.json()) as { lang: string; icons: { src: string }[] };
    expect(manifest.lang).toBe(language);
    for (const { src } of manifest.icons) expect((await get(`/${src}`)).headers.get('content-type')).toMatch('image/');
  }
});
