/** What is read: the log, the result and its moments, the rules as a page, lessons that keep still. */

import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { manifestOf } from '../../src/games';
import { fits, serious } from './axe';
import { against, Person, PHONE, withBrowser } from './browser';
import { click, playIceCult, tap } from './playing';

withBrowser({ webgl: false });

const WIDE: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const SCREENS = [
  ['a laptop', WIDE],
  ['a phone', PHONE],
] as const;

test.each(SCREENS)(
  'on %s the end of a game speaks to the reader, and a moment can be seen and tried',
  async (_, screen) => {
    const person = await Person.arrives(screen);
    const { page } = person;
    const table = await person.table({ ...against('icecult', { path_length: 2 }), name: null });
    await person.go(`/t/${table.id}`);
    await playIceCult(person, screen === PHONE ? tap : click);
    await page.locator('.result > h2').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('Guest');
    await expect.poll(() => page.locator('main').innerText()).toContain('You');
    await page.getByRole('heading', { name: 'Chances over the game' }).waitFor();
    await expect.poll(() => page.locator('.result [role="status"]').count(), { timeout: 240_000 }).toBe(0);
    expect(await serious(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    // On a phone the result has the room that it needs, and the page scrolls.
    const own = await page.locator('.result').evaluate((one) => one.scrollHeight - one.clientHeight);
    if (screen === PHONE) expect(own).toBeLessThan(2);

    await page.getByRole('tab', { name: 'Log' }).click();
    const lines = page.getByRole('list', { name: 'Log' }).locator('.line');
    expect(await lines.count()).toBeGreaterThan(1);
    for (const height of await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
      expect(height).toBeLessThan(48);
    await page.getByRole('tab', { name: 'Result' }).click();

    const moments = page.locator('.result section ol > li:has(h3)');
    // Who plays at random gives something away.
    await moments.first().waitFor();
    expect(await moments.count()).toBeLessThanOrEqual(3);
    await moments.first().locator('dl').waitFor();
    expect(await moments.first().innerText()).toMatch(/Played[\s\S]+Better/);
    const address = page.url();
    await moments.first().getByRole('button', { name: 'Show on the board' }).click();
    await page.waitForURL(/\/replay\/.+ply=\d+/);
    await page.locator('.board [data-idea]').first().waitFor();
    const shown = page.getByRole('button', { expanded: true }).filter({ hasText: /blunder|mistake|slip/ });
    expect(await shown.count()).toBe(1);
    await page.goto(address);
    await moments.getByRole('button', { name: 'Try from here' }).first().click();
    await page.waitForURL((now) => /\/t\//.test(now.href) && now.href !== address);
    await person.leaves();
  },
);

test.each(SCREENS)('on %s the rules are a page: goal first, searched, linked, printed', async (_, screen) => {
  const person = await Person.arrives(screen);
  const { page } = person;
  for (const [game, number, word, found] of [
    ['icecult', 'IC-17', 'purple circle', 'IC-6'],
    ['igluiglu', 'II-12', 'harpoon attack', 'II-23'],
  ] as const) {
    await person.go(`/rules/${game}`);
    await page.locator(`[id="${number}"]`).waitFor();
    expect(await page.locator('main h2').first().innerText()).toBe('The goal');
    const goal = (await page.locator('main .goal').boundingBox())!;
    const { width, height } = page.viewportSize()!;
    expect(goal.y).toBeLessThan(height / 2);
    const list = (await page.locator('main nav').boundingBox())!;
    if (width > 1024) expect(list.x).toBeGreaterThan(goal.x + goal.width);
    else expect(list.y).toBeGreaterThan(goal.y + goal.height);
    expect(await page.locator('article .figure svg').count()).toBeGreaterThan(12);
    expect(await serious(page)).toEqual([]);
    expect(await fits(page)).toBe(true);

    await page.locator(`nav a[href="/rules/${game}#${number}"]`).click();
    const top = () => page.locator(`[id="${number}"]`).evaluate((rule) => Math.round(rule.getBoundingClientRect().top));
    await expect.poll(top).toBeLessThan(60);
    await person.go(`/rules/${game}#${number}`);
    await page.reload();
    await page.locator(`[id="${number}"]`).waitFor();
    await expect.poll(top).toBeLessThan(60);

    await page.getByRole('searchbox').fill(word);
    await expect.poll(() => page.locator('article').count()).toBeLessThan(12);
    expect(await page.locator(`[id="${found}"]`).count()).toBe(1);
    await page.getByRole('searchbox').fill('');

    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header').isVisible()).toBe(false);
    expect(await page.locator('.tools').isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    await page.emulateMedia({ media: 'screen' });
  }
  await person.go('/');
  await page.locator('a[href="/rules/icecult"]').waitFor();
  await person.leaves();
});

test.each(SCREENS)('on %s the buttons of the lessons keep their place, in sight', async (name, screen) => {
  const person = await Person.arrives(screen);
  const { page } = person;
  for (const game of ['icecult', 'igluiglu']) {
    const steps = await manifestOf(game).loadLessons!();
    const places = new Set<string>();
    for (const [index, step] of steps.entries()) {
      await person.go(`/learn/${game}/${index + 1}`);
      await page.locator('.lesson .board svg').first().waitFor();
      const next = await page.locator('.buttons > :last-child > *').boundingBox();
      const right = Math.round(next!.x + next!.width);
      places.add(`${right} ${Math.round(next!.y)}`);
      expect(next!.y + next!.height, `${game} ${index + 1}`).toBeLessThanOrEqual(screen.viewport!.height);
      const [board, words] = [
        await page.locator('.lesson > .board').boundingBox(),
        await page.locator('.words').boundingBox(),
      ];
      if (name === 'a phone') expect(board!.y).toBeLessThan(words!.y);
      if (step.tasks.length) await page.locator('.pointer').waitFor();
      else expect(await page.locator('.pointer').count()).toBe(0);
    }
    expect([...places]).toHaveLength(1);
  }
  await person.leaves();
});

test('an address that leads nowhere says so, to people and to programs', async () => {
  const person = await Person.arrives(WIDE);
  const answer = await person.page.goto(`${person.address}/nowhere/at/all`);
  expect(answer!.status()).toBe(404);
  await person.page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => person.page.locator('main').innerText()).toContain('Home');
  // A browser tells its console of every answer of this kind.
  person.faults.splice(0);
  await person.leaves();
});
