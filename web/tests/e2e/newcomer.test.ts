/**
 * Somebody who knows no rule plays a first game of each: by clicks alone, on what is on the screen, where the coach points
 * if it points anywhere. They are told the goal before the first action, and in the end what to try next.
 */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import frame from '../../src/i18n/en/frame.json';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';
import { chance } from './playing';

withBrowser({ webgl: false });

/** It takes a few minutes; on a busy computer more, which is no fault. */
const PATIENCE = 1_800_000;
const GAMES = [
  { title: 'ICE CULT', ways: ['All five home.', 'Or a tower.'] },
  { title: 'IGLU IGLU', ways: ['Islands.', 'Animals.'] },
];
/** What looks like something to click, in either game. */
const INVITING = [
  '[data-action]',
  '.confirm button',
  '.end button',
  '.option',
  '.tile.able',
  '.item:not(.dim):not([aria-pressed="true"])',
  '.cell.pickable',
]
  .map((one) => `.board ${one}:not([aria-disabled="true"]):visible`)
  .join(', ');

/** The first game, by one click on the home page. */
async function begins(person: Person, title: string): Promise<void> {
  person.page.setDefaultTimeout(120_000); // the machine is loaded in the background, and a busy computer is no fault
  await person.go('/');
  await person.page.locator('article', { hasText: title }).getByRole('button', { name: 'Play now' }).click();
}

/** Click where the coach points, or else on something that looks as if it could be clicked. */
async function clicks(page: Page, draw: () => number, byCoach: boolean): Promise<void> {
  const ring = page.locator('.pointer:not(.danger)');
  const warned = page.locator('.coach.danger button');
  if (await warned.count()) await warned.click({ timeout: 2000 }).catch(() => {});
  const box = byCoach && (await ring.count()) ? await ring.boundingBox().catch(() => null) : null;
  if (box) return page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const all = await page.locator(INVITING).all();
  const one = all[Math.floor(draw() * all.length)];
  await one?.scrollIntoViewIfNeeded({ timeout: 2000 }).catch(() => {}); // it may have gone meanwhile
  const spot = await one?.boundingBox({ timeout: 200 }).catch(() => null);
  if (spot) await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2);
}

async function playsToTheEnd(page: Page): Promise<void> {
  const draw = chance(7);
  const over = page.locator('.play.over');
  const waited = page.locator('.play[data-waits]');
  for (let times = 0; times < 3000 && !(await over.count()); times++) {
    await expect.poll(async () => (await over.count()) + (await waited.count())).toBeGreaterThan(0);
    await clicks(page, draw, times % 3 < 2);
  }
  expect(await over.count()).toBe(1);
}

describe.each(GAMES)('a first game of $title', ({ title, ways }) => {
  test(
    'is finished by somebody who knows no rule, and who is told the goal, what happened and what to try next',
    async () => {
      const person = await Person.arrives(LAPTOP, { newcomer: true });
      const { page } = person;
      await begins(person, title);
      const goal = page.getByRole('dialog');
      for (const way of ways) await goal.getByText(way).waitFor();
      await page.locator('.players').getByText('Lemming').waitFor();
      await page.getByText('The game begins.').waitFor();
      await goal.getByRole('button', { name: 'Let’s play' }).click();
      expect(await page.locator('.coach p').innerText()).not.toBe('');
      await page.locator('.pointer').waitFor();
      await playsToTheEnd(page);
      const result = page.getByRole('region', { name: 'Result' });
      const after = result.locator('section').first();
      // Whoever shares the win has won.
      if (['You win!', frame['result.draw']].includes(await result.getByRole('heading').first().innerText())) {
        await after.getByRole('button', { name: 'Play against Puffin' }).waitFor();
      } else {
        await after.getByRole('heading', { name: 'What happened' }).waitFor();
        expect(await after.locator('p').innerText()).toContain('Lemming');
        const before = page.url();
        await after.getByRole('button', { name: 'Try from here' }).click();
        await page.waitForURL((url) => url.href !== before);
        await page.locator('.play[data-waits]:not(.over)').waitFor();
      }
      await person.leaves();
    },
    PATIENCE,
  );
});

test('the goal stays one tap away, and the coach can be sent away and called back', async () => {
  const person = await Person.arrives(PHONE, { newcomer: true });
  const { page } = person;
  await begins(person, 'ICE CULT');
  await page.getByRole('dialog').getByRole('button', { name: 'Let’s play' }).tap();
  await page.getByRole('button', { name: 'Goal', exact: true }).first().tap();
  await page.getByRole('dialog').getByText('Or a tower.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Let’s play' }).tap();
  const more = page.getByRole('button', { name: 'More' });
  await more.tap();
  await page.getByRole('button', { name: 'Play without the coach' }).tap();
  await expect.poll(() => page.locator('.coach').count()).toBe(0);
  await page.reload();
  await page.locator('.line.mine').waitFor();
  expect(await page.locator('.coach').count()).toBe(0);
  await more.tap();
  await page.getByRole('button', { name: 'Call the coach' }).tap();
  await page.locator('.coach').waitFor();
  await person.leaves();
});
