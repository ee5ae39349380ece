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
    .getByText(/could not be loaded/)
    .waitFor();
  expect(await serious(page)).toEqual([]);
  decide(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.play[data-waits]').waitFor();
  expect(await page.getByText(/could not be loaded/).count()).toBe(0);
  person.faults.splice(0); // the browser and the page say in the console what was not loaded
  await person.leaves();
});

test('without its weights a machine plays on, if the person wants', async () => {
  const person = await Person.arrives();
  const { page } = person;
  (await heldUp(page))(false);
  await playNow(person);
  await plays(page, 40, { until: page.getByText(/could not be loaded/) });
  await page.getByRole('button', { name: 'Play on without' }).click();
  await plays(page, 2);
  person.faults.splice(0);
  await person.leaves();
});
