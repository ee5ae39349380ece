/** The analysis board: from a finished game to a branch of one's own, what the machine thinks, and back by link or file. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';
import { withSite } from './filed';
import { playIceCult } from './playing';

withBrowser({ webgl: false });

const waits = (page: Page) => page.locator('.study[data-waits]').waitFor();
const tree = (page: Page) => page.locator('.tree button:not(.root)');
const current = (page: Page) => page.locator('.tree [aria-current] code').innerText();
const texts = (page: Page) => tree(page).locator('code').allInnerTexts();

/** The machine has said what it would play, and arrows show it. */
async function machineSpeaks(page: Page): Promise<void> {
  await page.locator('[data-line="1"]').waitFor();
  expect(Number(await page.locator('.status').getAttribute('data-simulations'))).toBeGreaterThan(0);
}

/** Wait until the address holds where one is. */
async function settled(page: Page): Promise<string> {
  let before = '';
  await expect
    .poll(
      () => {
        const same = page.url() === before;
        before = page.url();
        return same && before.includes('s=');
      },
      { interval: 700 },
    )
    .toBe(true);
  return before;
}

/** Another person with the same address. */
async function visitor(url: string, screen = LAPTOP): Promise<Person> {
  const person = await Person.arrives(screen);
  await person.page.goto(url);
  return person;
}

test('a finished game is analysed: a branch, the machine, arrows, a link that brings it all back', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const table = await person.table(against('icecult', { path_length: 1 }));
  await person.go(`/t/${table.id}`);
  const last = await playIceCult(person);
  await page.getByRole('link', { name: 'Analyse', exact: true }).first().click();
  await expect.poll(() => tree(page).count()).toBe(last.position!.ply);
  // The game is over where one comes to; back where there was a choice it is not.
  await page.getByText('The game is over.').waitFor();
  const line = await texts(page);
  const legal = page.locator('.all button code');
  let back = 0;
  do {
    await page.keyboard.press('ArrowLeft');
    back += 1;
    await expect.poll(() => current(page)).toBe(line.at(-1 - back));
    await waits(page);
  } while ((await legal.count()) < 2 || back < 4);
  await machineSpeaks(page);
  // Something else than what was played.
  await page.getByText('All actions').click();
  const next = line.at(-back);
  const other = (await legal.allInnerTexts()).find((action) => action !== next)!;
  await page
    .locator('.all li', { has: page.locator('code', { hasText: other }) })
    .first()
    .locator('button')
    .click();
  await waits(page);
  await expect.poll(() => tree(page).count()).toBe(line.length + 1);
  expect(await current(page)).toBe(other);
  await machineSpeaks(page);
  expect(await serious(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  // Up and down from branch to branch, and a word about it.
  await page.locator('.tree [aria-current]').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => current(page)).toBe(next);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => current(page)).toBe(other);
  await page.getByText('Name and comment').click();
  await page.getByLabel('Comment').fill('Was this better?');
  await page.locator('.tree').getByText('Was this better?').waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Copy a link to this analysis' }).click();
  await page.getByText('Copied.').waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const lines = await texts(page);
  const friend = await visitor(url, PHONE);
  await waits(friend.page);
  expect(await texts(friend.page)).toEqual(lines);
  expect(await current(friend.page)).toBe(other);
  await friend.page.locator('.tree').getByText('Was this better?').waitFor();
  await machineSpeaks(friend.page);
  expect(await serious(friend.page)).toEqual([]);
  expect(await fits(friend.page)).toBe(true);
  await friend.leaves();
  // The branch becomes the main line, and goes.
  await page.getByRole('button', { name: 'Make this the main line' }).click();
  expect((await texts(page)).slice(0, line.length - back + 1)).toEqual([...line.slice(0, line.length - back), other]);
  await page.getByRole('button', { name: 'Delete from here on' }).click();
  await expect.poll(() => tree(page).count()).toBe(line.length);
  await person.leaves();
});

test.each(['icecult', 'igluiglu'])(
  'both sides of %s are played from a new position, and arrows show the way',
  async (game) => {
    const person = await Person.arrives(LAPTOP);
    const { page } = person;
    await person.go('/analyse');
    expect(await serious(page)).toEqual([]);
    await page.getByRole('radio', { name: game === 'icecult' ? 'ICE CULT' : 'IGLU IGLU' }).check({ force: true });
    await page.getByRole('button', { name: 'Open the board' }).click();
    await waits(page);
    const played: string[] = [];
    for (let n = 0; n < 3; n++) {
      await machineSpeaks(page);
      await expect.poll(() => page.locator('.board [data-idea]').count()).toBeGreaterThan(0);
      const before = await page.locator('.study').getAttribute('data-node');
      await page.locator('[data-line="1"]').click();
      await expect.poll(() => page.locator('.study').getAttribute('data-node')).not.toBe(before);
      await waits(page);
      played.push(await current(page));
    }
    expect(await texts(page)).toEqual(played);
    // What is off stays quiet.
    await page.getByRole('switch', { name: 'Thinks along' }).uncheck({ force: true });
    await page.getByText('Paused.').waitFor();
    expect(await page.locator('.board [data-idea]').count()).toBe(0);
    expect(await serious(page)).toEqual([]);
    await person.leaves();
  },
);

test('a link or a file that is damaged says so, and shows what it can', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/analyse?s=1nonsense');
  await page.getByRole('alert').getByText('This isn’t an analysis').waitFor();
  await page.getByRole('link', { name: 'Start over' }).click();
  const first = await person.context.request.post(`${person.address}/api/positions`, { data: { game: 'icecult' } });
  const root = ((await first.json()) as { document: object }).document;
  const study = { floe: 'study', version: 1, game: 'icecult', rules_version: 9, names: [], root, at: [9] };
  const folder = mkdtempSync(join(tmpdir(), 'floe-study-'));
  const file = join(folder, 'study.json');
  writeFileSync(file, JSON.stringify({ ...study, line: ['nn', 'we', 'end', 'nonsense', 'nn'] }));
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('newer rules than this version knows').waitFor();
  await page.getByText('The line ends before it.').waitFor();
  expect(await texts(page)).toEqual(['nn', 'we']);
  await settled(page);
  // What was saved can be opened again, and a file that lost its end is read as far as it goes.
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const text = readFileSync(await saved.path(), 'utf8');
  writeFileSync(file, text.slice(0, text.lastIndexOf('"we"')));
  await person.go('/analyse');
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('The end is missing').waitFor();
  expect(await texts(page)).toEqual(['nn']);
  writeFileSync(file, 'no JSON at all');
  await person.go('/analyse');
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('This isn’t an analysis').waitFor();
  rmSync(folder, { recursive: true, force: true });
  await person.leaves();
});

test('a running game with secrets is analysed from what one sees', async () => {
  const person = await Person.arrives(PHONE);
  const { page } = person;
  const table = await person.table(against('igluiglu'));
  await person.go(`/replay/${table.id}`);
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await waits(page);
  await page.getByText('What is hidden stays hidden').waitFor();
  await machineSpeaks(page);
  await page.locator('[data-line="1"]').click();
  await expect.poll(() => tree(page).count()).toBe(1);
  expect(await fits(page)).toBe(true);
  expect(await serious(page)).toEqual([]);
  await person.leaves();
});

test('the cubes of the editor are analysed', async () => {
  const person = await Person.arrives(LAPTOP);
  await person.go('/cubes');
  await person.page.getByRole('button', { name: 'Analyse' }).click();
  await waits(person.page);
  await machineSpeaks(person.page);
  await person.leaves();
});

// Without a server

const site = withSite();

test('the page alone analyses, shares and reads links, also when the network is gone', async () => {
  const person = await Person.arrives(LAPTOP, { address: site() });
  const { page } = person;
  await person.go('#/analyse');
  await page.getByRole('button', { name: 'Open the board' }).click();
  await waits(page);
  await machineSpeaks(page);
  await person.context.setOffline(true);
  await page.locator('[data-line="1"]').click();
  await expect.poll(() => tree(page).count()).toBe(1);
  await machineSpeaks(page);
  const url = await settled(page);
  expect(url).toContain('#/analyse?s=');
  await person.context.setOffline(false);
  await page.reload();
  await waits(page);
  expect(await tree(page).count()).toBe(1);
  await person.leaves();
});
