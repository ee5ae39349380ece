/** Every screen: in each language, for everybody (axe), without a fault in the console, at any width. */

import { describe, expect, test } from 'vitest';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, SMALL_PHONE, withBrowser } from './browser';
import { click, playIceCult } from './playing';
import { SCREENS } from './screens';

withBrowser({ webgl: false });

describe.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
  ['small phone', SMALL_PHONE],
] as const)('on a %s', (_, screen) => {
  test.each(SCREENS)('%s is for everybody, and fits', async (path) => {
    const person = await Person.arrives(screen);
    await person.go(path);
    await person.rests();
    expect(await serious(person.page)).toEqual([]);
    expect(await fits(person.page)).toBe(true);
    await person.leaves();
  });

  test.each(['icecult', 'igluiglu'] as const)('the table of %s is for everybody, and fits', async (game) => {
    const person = await Person.arrives(screen);
    const table = await person.table(against(game));
    await person.go(`/t/${table.id}`);
    await person.page.locator('.line.mine').waitFor();
    expect(await serious(person.page)).toEqual([]);
    expect(await fits(person.page)).toBe(true);
    await person.leaves();
  });
});

test.each([PHONE, LAPTOP])('the menu of a table opens where it can be read, on %o', async (screen) => {
  const person = await Person.arrives(screen, { language: 'de' });
  const table = await person.table(against('icecult'));
  await person.go(`/t/${table.id}`);
  await playIceCult(person, click, 1, (state) => (state.position?.ply ?? 0) > 0);
  await person.page.locator('.menu > .button').last().click();
  const box = (await person.page.locator('.menu .list').boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(screen.viewport!.width);
  await person.leaves();
});

test('at twice the size nothing sticks out', async () => {
  const person = await Person.arrives({ viewport: { width: 640, height: 400 } });
  for (const path of SCREENS) {
    await person.go(path);
    expect(await fits(person.page), path).toBe(true);
  }
  await person.leaves();
});

test.each([
  [960, 700],
  [1024, 768],
  [1280, 800],
])('at %s by %s pixels the board keeps to its place', async (width, height) => {
  const person = await Person.arrives({ viewport: { width, height } });
  for (const game of ['icecult', 'igluiglu'] as const) {
    const table = await person.table(against(game));
    await person.go(`/t/${table.id}`);
    await person.page.locator('.line.mine').waitFor();
    const gap = await person.page.evaluate(() => {
      const board = document.querySelector('.play .stage, .play .board .board')!.getBoundingClientRect();
      return document.querySelector('.play > .actions')!.getBoundingClientRect().top - board.bottom;
    });
    expect(gap, game).toBeGreaterThanOrEqual(-1);
  }
  await person.leaves();
});

test.each([
  ['en', 'Play now'],
  ['de', 'Jetzt spielen'],
  ['fr', 'Jouer'],
  ['it', 'Gioca'],
] as const)('in %s every screen has its words', async (language, word) => {
  const person = await Person.arrives(LAPTOP, { language });
  for (const path of SCREENS) {
    await person.go(path);
    await person.rests();
    expect(await person.page.locator('html').getAttribute('lang')).toBe(language);
    // A key without a message would show itself.
    expect(await person.page.locator('body').innerText()).not.toMatch(
      /\b(frame|icecult|igluiglu|learn|study)\.[a-z_]+/,
    );
  }
  await person.go('/');
  await expect.poll(() => person.page.locator('body').innerText()).toContain(word);
  await person.leaves();
});

test('the browser chooses the language, and the back button works', async () => {
  const person = await Person.arrives({ ...LAPTOP, locale: 'it-CH' });
  await person.go('/');
  expect(await person.page.locator('html').getAttribute('lang')).toBe('it');
  await person.page.locator('a[href="/settings"]:visible').first().click();
  await person.page.waitForURL('**/settings');
  await person.page.goBack();
  await person.page.waitForURL((url) => url.pathname === '/');
  await person.leaves();
});

test('a finished game can be watched again, step by step, and linked to', async () => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against('icecult', { path_length: 1 }));
  await person.go(`/t/${table.id}`);
  const last = await playIceCult(person);
  await person.go(`/replay/${table.id}?ply=3`);
  await person.page.getByRole('group', { name: 'Board' }).waitFor();
  await expect.poll(() => new URL(person.page.url()).searchParams.get('ply')).toBe('3');
  await person.page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(person.page.url()).searchParams.get('ply')).toBe('4');
  await person.page.keyboard.press('End');
  await expect.poll(() => new URL(person.page.url()).searchParams.get('ply')).toBe(String(last.position!.ply));
  const [animation] = await Promise.all([
    person.page.waitForEvent('download'),
    person.page.getByRole('button', { name: 'Save as animation' }).click(),
  ]);
  expect(animation.suggestedFilename()).toBe(`${table.id}.gif`);
  await person.leaves();
});

test('the log of a running game is read by keys in one stop, and follows the game', async () => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against('icecult', { path_length: 1 }));
  await person.go(`/t/${table.id}`);
  await playIceCult(person, undefined, 2);
  await person.page.getByRole('tab', { name: 'Log' }).click();
  const log = person.page.getByRole('list', { name: 'Log' });
  const entries = log.locator('[data-rove]');
  expect(await entries.count()).toBeGreaterThan(4);
  await expect.poll(() => entries.last().isVisible()).toBe(true);
  const inSight = () =>
    entries.last().evaluate((entry) => {
      const list = entry.closest('ol')!.getBoundingClientRect();
      return entry.getBoundingClientRect().bottom <= list.bottom + 1;
    });
  await expect.poll(inSight).toBe(true);
  const notation = person.page.getByRole('button', { name: 'Notation' });
  await person.page.keyboard.press('Tab');
  expect(await notation.evaluate((button) => button === document.activeElement)).toBe(true);
  await person.page.keyboard.press('Tab');
  expect(await entries.last().evaluate((entry) => entry === document.activeElement)).toBe(true);
  await person.page.keyboard.press('ArrowUp');
  expect(await entries.nth(-2).evaluate((entry) => entry === document.activeElement)).toBe(true);

  // A past turn is one line of signs, its words for the ear; a key unfolds it.
  const past = log.getByRole('button', { expanded: false }).first();
  await past.focus();
  expect(await past.evaluate((line) => line.getBoundingClientRect().height)).toBeLessThan(48);
  expect(await past.evaluate((line) => line.textContent)).toContain('pair tilts');
  const before = await log.getByRole('link').count();
  await person.page.keyboard.press('Enter');
  expect(await log.getByRole('link').count()).toBeGreaterThan(before);

  expect(await log.locator('code').count()).toBe(0);
  await notation.click();
  expect(await log.locator('code').count()).toBeGreaterThan(2);
  await person.page.reload();
  await person.page.getByRole('tab', { name: 'Log' }).click();
  expect(await notation.getAttribute('aria-pressed')).toBe('true');
  await person.leaves();
});

test("cubes of one's own are entered, checked, shared by link and played with", async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/cubes');
  const complete = page.getByText('The set is complete and can be played.');
  const refused = page.getByText('This set can’t be played yet.');
  await complete.waitFor();
  const top = page.locator('.net [data-face="U"]');
  expect(await top.getAttribute('aria-label')).toContain('arc');
  await top.click();
  await page.getByRole('radio', { name: 'yellow arrow' }).check({ force: true });
  await refused.waitFor();
  await page.getByText('The north-west cube has no arc on top.').waitFor();
  expect(await top.getAttribute('aria-label')).toContain('yellow arrow');
  // The address holds the set: whoever opens it sees the same cubes.
  const other = await Person.arrives(PHONE);
  await other.page.goto(page.url());
  await other.page.getByText('This set can’t be played yet.').waitFor();
  await page.getByRole('radio', { name: 'arc' }).check({ force: true });
  await complete.waitFor();
  await page.getByRole('link', { name: 'Play with these cubes' }).click();
  await page.waitForURL('**/new?*cubes=*');
  await other.leaves();
  await person.leaves();
});
