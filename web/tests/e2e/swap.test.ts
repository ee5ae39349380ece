/** A fair start: whoever sits second sees the first turn, and may take over the first place. */

import { expect, test } from 'vitest';
import type { NewTable } from '../../src/protocol';
import { plays } from './alone';
import { fits, serious } from './axe';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';
import { click, nextTouch } from './playing';

withBrowser({ webgl: false });

const wanted: NewTable = {
  settings: { game: 'icecult', seats: [{ who: 'me' }, { who: 'open' }], pace: 0, swap: true },
  name: 'Ada',
};
const look = async ({ page }: Person, name: string) => {
  if (process.env['FLOE_LOOK']) await page.screenshot({ path: `${process.env['FLOE_LOOK']}/swap-${name}.png` });
};

/** Play a turn of ICE CULT that ends as soon as it can. */
async function turn(person: Person): Promise<void> {
  for (;;) {
    await person.until((state) => state.position !== null);
    const { version, position } = person.state!;
    if (!position!.legal.length) return;
    const action = position!.legal.includes('end') ? 'end' : position!.legal[0]!;
    for (let again = 0; person.state!.version === version && again < 60; again++) {
      const next = await nextTouch(person.page.locator('.board'), action, again);
      if (next) await click(next);
      await person.page.waitForTimeout(80);
    }
    expect(person.state!.version).toBeGreaterThan(version);
  }
}

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
] as const)('after the first turn the other may swap, on a %s', async (name, screen) => {
  const [ada, bo] = [await Person.arrives(LAPTOP), await Person.arrives(screen)];
  const { id } = await ada.table(wanted);
  await bo.go(`/t/${id}`);
  await bo.page.getByText('With swap after the first turn').waitFor();
  await look(bo, `${name}-invited`);
  await bo.context.request.post(`${bo.address}/api/tables/${id}/sit`, { data: { name: 'Bo' } });
  await ada.go(`/t/${id}`);
  await turn(ada);
  await bo.until((state) => state.can_swap);
  const button = bo.page.getByRole('button', { name: 'Swap places' });
  await button.waitFor();
  expect(await ada.page.getByRole('button', { name: 'Swap places' }).count()).toBe(0);
  await look(bo, `${name}-offered`);
  const { y = Infinity, height = 0 } = (await button.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(bo.page.viewportSize()!.height); // it is in sight without scrolling
  expect(await serious(bo.page)).toEqual([]);
  expect(await fits(bo.page)).toBe(true);
  if (name === 'laptop') await bo.page.keyboard.press('s');
  else await button.tap();
  const now = await ada.until((state) => state.table.swapped !== null);
  expect(now.table.seats.map(({ name }) => name)).toEqual(['Bo', 'Ada']);
  await button.waitFor({ state: 'detached' });
  for (const [person, words] of [
    [bo, 'You take over the first place: you swap.'],
    [ada, 'The first two places are swapped: Bo now has the first.'],
  ] as const)
    await expect.poll(() => person.page.getByText(words).count()).toBeGreaterThan(0);
  // Ada plays on in the other place.
  await expect.poll(() => ada.isWaitedFor()).toBe(true);
  await look(ada, `${name}-other`);
  await look(bo, `${name}-swapped`);
  await turn(ada);
  await bo.until((state) => state.position!.legal.length > 0);
  await Promise.all([ada.leaves(), bo.leaves()]);
});

test('it is chosen when a table is set up, and works on one screen without a server', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/new?game=icecult&with=screen');
  const swap = page.getByRole('switch', { name: /Swap after the first turn/ });
  await swap.scrollIntoViewIfNeeded();
  await swap.click();
  await look(person, 'chosen');
  await page.getByRole('button', { name: 'Start' }).first().click();
  await page.locator('.play').waitFor();
  expect(page.url()).toContain('/t/local-');
  const button = page.getByRole('button', { name: 'Swap places' });
  await plays(page, 60, { until: button });
  await button.click();
  await page
    .getByText(/now has the first/)
    .first()
    .waitFor();
  await look(person, 'one-screen');
  await page.reload();
  await page
    .getByText(/now has the first/)
    .first()
    .waitFor();
  await person.leaves();
});

test('for a family one may have a pawn home already', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/new?game=icecult&with=screen');
  const pawn = page.getByText('A pawn already home');
  await pawn.scrollIntoViewIfNeeded();
  await pawn.click();
  await page.getByRole('group', { name: 'For' }).getByText('Green').click();
  await look(person, 'handicap-chosen');
  await page.getByRole('button', { name: 'Start' }).first().click();
  await page.locator('.play').waitFor();
  await page.getByText('Home 1/5').first().waitFor();
  await look(person, 'handicap');
  await person.leaves();
});

test('it is not offered where hands are hidden', async () => {
  const person = await Person.arrives(LAPTOP);
  await person.go('/new?game=igluiglu');
  await person.page.getByRole('switch').first().waitFor();
  expect(await person.page.getByRole('switch', { name: /Swap after/ }).count()).toBe(0);
  await person.leaves();
});
