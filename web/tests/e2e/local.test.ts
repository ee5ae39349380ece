/** Tables of this device, beside a server: loaded, moved to it, deleted, and refused where nothing can be kept. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { plays } from './alone';
import { serious } from './axe';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';

withBrowser({ webgl: false });
async function playNow(person: Person, game = 'ICE CULT'): Promise<void> {
  await person.go('/');
  await person.page.getByRole('button', { name: new RegExp(`Play now.*${game}`) }).click();
  await person.page.locator('.play').waitFor();
  expect(person.page.url()).toContain('/t/local-');
}

/** From now on the weights are not had until the answer is called, with whether they are. */
async function heldUp(page: Page): Promise<(had: boolean) => void> {
  let waiting: ((had: boolean) => void)[] = [];
  let answer: boolean | null = null;
  await page.route('**/kernels/icecult-weights.bin', async (route) => {
    const had = answer ?? (await new Promise<boolean>((decide) => waiting.push(decide)));
    await (had ? route.continue() : route.abort());
  });
  return (had) => {
    answer = had;
    waiting.forEach((decide) => decide(had));
    waiting = [];
  };
}

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('the person sees how far a machine is loaded, and does not wait in vain, on a %s', async (_, screen) => {
  const person = await Person.arrives(screen);
  const { page } = person;
  const decide = await heldUp(page);
  await playNow(person);
  const loading = page.getByText(/Loading: \d+ of \d+ kB/);
  expect(await loading.count()).toBe(0); // the person is to move
  await plays(page, 40, { until: loading });
  await loading.waitFor();
  expect(await page.getByRole('progressbar').getAttribute('max')).toMatch(/^\d{6}$/);
  decide(false);
  await page
    .getByRole('alert')
    .getByText(/couldn’t be loaded completely/)
    .waitFor();
  expect(await serious(page)).toEqual([]);
  decide(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.play[data-waits]').waitFor();
  expect(await page.getByText(/couldn’t be loaded completely/).count()).toBe(0);
  person.faults.splice(0); // the browser and the page say in the console what was not loaded
  await person.leaves();
});

test('without its weights a machine plays on, if the person wants', async () => {
  const person = await Person.arrives();
  const { page } = person;
  (await heldUp(page))(false);
  await playNow(person);
  await plays(page, 40, { until: page.getByText(/couldn’t be loaded completely/) });
  await page.getByRole('button', { name: 'Play anyway' }).click();
  await plays(page, 2);
  person.faults.splice(0);
  await person.leaves();
});

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('a game of this device goes on with a friend, on a %s', async (_, screen) => {
  const host = await Person.arrives(screen);
  const { page } = host;
  await host.go('/new?game=icecult');
  await page.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).first().click();
  await plays(page, 3);
  const there = new URL(page.url()).pathname;
  const before = await page.locator('.play').getAttribute('data-version');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Play on with friends' }).click();
  await page.getByRole('radio', { name: /2/ }).check({ force: true });
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This game starts from a position that was set up.').waitFor();
  expect(await serious(page)).toEqual([]);
  expect(page.url()).not.toContain('local-');
  const link = await page.getByRole('textbox', { name: 'Link to this table' }).inputValue();

  const friend = await Person.arrives();
  await friend.page.goto(link);
  await friend.page.getByText('This game starts from a position that was set up.').waitFor();
  await friend.page.getByRole('button', { name: 'Sit here' }).click();
  await friend.page.getByRole('textbox', { name: 'Your name' }).fill('Bo');
  await friend.page.getByRole('button', { name: 'Continue' }).click();
  const begun = await friend.until(({ table }) => table.status === 'running');
  expect(begun.table).toMatchObject({ set_up: true, seats: [{ name: 'Ada' }, { kind: 'machine' }, { name: 'Bo' }] });
  await host.until(({ table }) => table.status === 'running');
  await expect.poll(() => host.isWaitedFor()).toBe(true); // what has come is shown a moment later
  await friend.leaves();

  await host.go(there);
  await page.getByText('This game continues at a table with others.').waitFor();
  expect(await page.locator('.play').getAttribute('data-version')).toBe(before);
  await host.go('/games');
  await page.getByText('Continued at a table with others').waitFor();
  await host.go(there);
  await page.getByRole('link', { name: 'Go to that table' }).click();
  await page.locator('.play').waitFor();
  expect(link).toContain(new URL(page.url()).pathname);
  await host.leaves();
});

test('a game with hidden tiles says so where it is taken to', async () => {
  const host = await Person.arrives();
  const { page } = host;
  await playNow(host, 'IGLU IGLU');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Play on with friends' }).click();
  await page.getByText(/’s seat opens up/).waitFor();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('may know what is hidden in it.').waitFor();
  await host.leaves();
});

/** How many games are kept on this device. */
async function kept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('floe');
        request.onerror = reject;
        request.onsuccess = () => {
          const counted = request.result.transaction('events').objectStore('events').getAllKeys();
          counted.onsuccess = () => {
            request.result.close();
            resolve(new Set(counted.result.map((key) => (key as [string, number])[0])).size);
          };
        };
      }),
  );
}

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('games of this device are deleted, one or all that are over, on a %s', async (_, screen) => {
  const person = await Person.arrives(screen);
  const { page } = person;
  for (let game = 0; game < 4; game++) {
    await playNow(person);
    if (game === 0) continue;
    await page.locator('.play[data-waits]').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('tab', { name: 'Result' }).waitFor();
  }
  await person.go('/games');
  const rows = page.locator('main li');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await serious(page)).toEqual([]);
  await rows.last().getByRole('button', { name: 'Delete this game' }).click();
  expect(await serious(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download the game' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^local-\w+\.floe\.json$/);
  await page.getByRole('button', { name: 'Keep' }).click();
  expect(await rows.count()).toBe(4);
  await rows.last().getByRole('button', { name: 'Delete this game' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(3);
  await expect.poll(() => kept(page)).toBe(3);
  await page.getByRole('button', { name: 'Delete finished games' }).click();
  await page.getByRole('heading', { name: 'Delete 2 finished games?' }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => kept(page)).toBe(1);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await person.leaves();
});

test('where nothing can be kept, the person is told before the game', async () => {
  const person = await Person.arrives();
  const { page } = person;
  const tools = await person.context.newCDPSession(page);
  // Before the page keeps anything: after a write Chromium takes it for half a minute that there is room for more.
  await tools.send('Storage.overrideQuotaForOrigin', { origin: new URL(person.address).origin, quotaSize: 1 });
  await person.go('/');
  await page.getByRole('button', { name: /Play now.*ICE CULT/ }).click();
  await page.getByText('Nothing can be saved on this device').waitFor();
  expect(page.url()).not.toContain('/t/');
  await person.leaves();
});
