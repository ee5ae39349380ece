/** Both games' lessons, performed to the end on the board. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { manifestOf } from '../../src/games';
import { allows, type Task } from '../../src/games/lessons';
import { LAPTOP, Person, withBrowser } from './browser';

withBrowser({ webgl: false });

test.each(['icecult', 'igluiglu'])('the lessons of %s can be done to the end', async (game) => {
  const steps = await manifestOf(game).loadLessons!();
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  for (const [index, step] of steps.entries()) {
    await person.go(`/learn/${game}/${index + 1}`);
    await page.locator('.lesson').waitFor();
    for (const [number, task] of step.tasks.entries()) {
      if (!task.auto) await perform(page, game, task, number);
      await expect.poll(() => done(page), { message: `${step.key}, task ${number}` }).toBe(number + 1);
    }
    if (step.tasks.length) await page.locator('.words .done').first().waitFor();
  }
  await person.leaves();
});

test.each([
  ['en', 'IC-17', 'Circle'],
  ['de', 'IC-17', 'Kreis'],
  ['fr', 'IC-17', 'Cercle'],
  ['it', 'IC-17', 'Cerchio'],
] as const)('the rules open in %s', async (language, number, name) => {
  const person = await Person.arrives(LAPTOP, { language });
  const { page } = person;
  await person.go('/learn');
  await page.locator('a[href="/rules/icecult"]').click();
  await page.locator(`[id="${number}"] h2`, { hasText: name }).waitFor();
  await person.go('/learn/icecult/11');
  await page.locator('.lesson .rule').click();
  await page.locator('dialog .text h3', { hasText: name }).waitFor();
  await page.locator(`dialog a[href="/rules/icecult#${number}"]`).click();
  await expect
    .poll(() => page.locator(`[id="${number}"]`).evaluate((rule) => Math.round(rule.getBoundingClientRect().top)))
    .toBeLessThan(60);
  expect(await page.locator('dialog').count()).toBe(0);
  await person.leaves();
});

async function done(page: Page): Promise<number> {
  return Number(await page.locator('.lesson').getAttribute('data-done'));
}

/** Point at whatever the board offers until the task is done: the board offers only what the task allows. */
async function perform(page: Page, game: string, task: Task, number: number): Promise<void> {
  for (let tries = 0; (await done(page)) === number && tries < 1000; tries++) {
    const next = game === 'icecult' ? await nextOfIceCult(page, task, tries) : await nextOfIgluIglu(page, task, tries);
    await next?.click({ timeout: 3_000 }).catch(() => {});
    await page.waitForTimeout(100);
  }
}

async function nextOfIceCult(page: Page, task: Task, tries: number): Promise<Locator | undefined> {
  if (allows(task, 'end') && task.allow !== null) return page.locator('.board .end button:visible').first();
  const offered = await page.locator('.board [data-action]:visible:not([aria-disabled="true"])').all();
  for (const offer of offered) if (allows(task, (await offer.getAttribute('data-action'))!)) return offer;
  const symbols = await page.locator('.board .item[aria-disabled="false"]:not(.dim):visible').all();
  return symbols[tries % Math.max(1, symbols.length)];
}

/** What does the task, or else a place, a tile or a button from which it may be begun. */
async function nextOfIgluIglu(page: Page, task: Task, tries: number): Promise<Locator | undefined> {
  for (const offer of await page.locator('.board [data-action]:visible, .board .cell[data-action]').all())
    if (allows(task, (await offer.getAttribute('data-action'))!)) return offer;
  const end = page.locator('.board .end button:visible');
  if (task.allow?.includes('end')) return end.first();
  const begins = '.board .tile.able:visible, .board .cell.pickable, .board .option:visible';
  const all = await page.locator(`:is(${begins}):not([data-action])`).all();
  return all[tries % Math.max(1, all.length)];
}
