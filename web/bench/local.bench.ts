/** Tables that the page hosts itself: what they weigh, and how soon one can play. Nothing is judged here. */

import { afterAll, expect, test } from 'vitest';
import { Person, withBrowser } from '../tests/e2e/browser';
import { median } from './measuring';
import { kb, ms, report, type Row } from './report';
import { gzippedFile } from './sizes';

withBrowser({ webgl: false });

const GAMES = ['ICE CULT', 'IGLU IGLU'];
const TRIES = 5;

const rows: Row[] = [];
afterAll(() => report(rows));

/** Somebody who has just begun a game at this device, and the files that their browser has loaded for it. */
async function begins(game: string): Promise<[Person, Set<string>]> {
  const person = await Person.arrives({ viewport: { width: 1280, height: 800 } }, { view: '2d' });
  const files = new Set<string>();
  person.page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === person.address && !/^\/(api|ws|t)\//.test(pathname)) files.add(pathname.slice(1) || 'index.html');
  });
  await person.go('/');
  await person.page.getByRole('button', { name: new RegExp(`Play now.*${game}`) }).click();
  await person.page.locator('.play[data-waits]').waitFor();
  return [person, files];
}

test.each(GAMES)('%s: from navigation to the first move', async (game) => {
  const [person] = await begins(game);
  const { page } = person;
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('.play[data-waits]')) return void requestAnimationFrame(look);
      Reflect.set(window, 'playable', performance.now());
    };
    requestAnimationFrame(look);
  });
  const table = page.url();
  const found: number[] = [];
  for (let i = 0; i < TRIES; i++) {
    await page.goto(`${person.address}/icon.svg`); // the next navigation starts from nothing
    await page.waitForTimeout(500);
    await page.goto(table);
    found.push(
      Number(await (await page.waitForFunction(() => Reflect.get(window, 'playable') as unknown)).jsonValue()),
    );
  }
  const wanted = game === 'ICE CULT' ? 'under 2000 ms on a laptop' : '';
  rows.push([`${game}, at a table of this device: from navigation to the first move, warm`, ms(median(found)), wanted]);
  await person.leaves();
});

test('what a whole game of ICE CULT needs', async () => {
  const [person, files] = await begins('ICE CULT');
  const hint = person.page.getByRole('button', { name: 'Hint' });
  await hint.click(); // it needs all that a machine needs
  await person.page.getByRole('button', { name: 'Play it' }).waitFor();
  expect([...files]).toContain('kernels/icecult-weights.bin');
  const sum = (fits: (name: string) => boolean) =>
    [...files].filter(fits).reduce((all, name) => all + gzippedFile(name), 0);
  const parts: [string, (name: string) => boolean][] = [
    ['MicroPython', (name) => /micropython.*\.wasm$/.test(name)],
    ['the tables and games in Python', (name) => name.startsWith('python/')],
    ['kernels', (name) => /^kernels\/.*(wasm|json)$/.test(name)],
    ['weights', (name) => name.endsWith('weights.bin')],
  ];
  rows.push(['all that a game of ICE CULT against a machine loads, gzipped', kb(sum(() => true)), '1500 kB at most']);
  for (const [name, fits] of parts) rows.push([`of it ${name}`, kb(sum(fits)), '']);
  await person.leaves();
});
