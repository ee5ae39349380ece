/** Plan ahead: while others are waited for, what one will answer is tried on the board, kept, and played by itself. */

import { expect, test } from 'vitest';
import type { NewTable, Tried } from '../../src/protocol';
import { fits, serious } from './axe';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';
import { click, nextTouch, tap } from './playing';

withBrowser({ webgl: false });

const WIDE = { viewport: { width: 1440, height: 900 } };
const slow = (game: string): NewTable => ({
  settings: { game, seats: [{ who: 'me' }, { who: 'open' }], pace: 0, clock: { type: 'days', days: 3 } },
  name: 'Ada',
});

/** Ada and Bo in a slow game; Ada is to move. Bo reads this language. */
async function two(game: string, screen = LAPTOP, language: 'en' | 'de' = 'en') {
  const [ada, bo] = [await Person.arrives(LAPTOP), await Person.arrives(screen, { language })];
  const { id } = await ada.table(slow(game));
  await bo.context.request.get(`${bo.address}/api/me`);
  await bo.context.request.post(`${bo.address}/api/tables/${id}/sit`, { data: { name: 'Bo' } });
  await Promise.all([ada.go(`/t/${id}`), bo.go(`/t/${id}`)]);
  await Promise.all([ada, bo].map((one) => one.until((state) => state.table.status === 'running')));
  return { ada, bo, id };
}

/** The actions of so many turns of ICE CULT from the position on the table: each ends as soon as it can. */
async function turns({ context, address, state }: Person, count: number): Promise<string[]> {
  const actions: string[] = [];
  let turn = 0;
  for (;;) {
    const data = { position: state!.position!.view, actions, mover: true };
    const tried = (await (await context.request.post(`${address}/api/try`, { data })).json()) as Tried;
    if (turn === count) return actions;
    const { legal } = tried.position;
    const next = legal.includes('end') ? 'end' : legal[0]!;
    if (next === 'end') turn++;
    actions.push(next);
  }
}

const planned = ({ page }: Person) =>
  page.evaluate(() => Number(document.querySelector<HTMLElement>('.play')?.dataset['planned'] ?? -1));

/** Try actions on the board, each as soon as the one before is on it. */
async function tries(person: Person, actions: string[], touch = click): Promise<void> {
  for (const [index, action] of actions.entries()) {
    for (let again = 0; (await planned(person)) === index && again < 60; again++) {
      const next = await nextTouch(person.page.locator('.board'), action, again);
      if (next) await touch(next);
      await person.page.waitForTimeout(80);
      await person.page.locator('.play[data-waits]').waitFor();
    }
    expect(await planned(person)).toBe(index + 1);
  }
}

/** Play actions at the table. */
async function plays(person: Person, actions: string[]): Promise<void> {
  for (const action of actions) {
    const { version } = person.state!;
    for (let again = 0; person.state!.version === version && again < 60; again++) {
      const next = await nextTouch(person.page.locator('.board'), action, again);
      if (next) await click(next);
      await person.page.waitForTimeout(80);
    }
  }
}

const look = async ({ page }: Person, name: string) => {
  if (process.env['FLOE_LOOK']) await page.screenshot({ path: `${process.env['FLOE_LOOK']}/${name}.png` });
};

test.each([
  ['laptop', WIDE],
  ['phone', PHONE],
] as const)('a line is tried on the board, kept, and played by itself, on a %s', async (name, screen) => {
  const { ada, bo } = await two('icecult', screen);
  const both = await turns(bo, 2);
  const theirs = both.slice(0, both.indexOf('end') + 1);
  const mine = both.slice(theirs.length);
  await look(bo, `${name}-waits`);
  await bo.page.getByRole('button', { name: 'Plan ahead' }).click();
  await bo.page.locator('.line').getByText('What might Ada play?').waitFor();
  await look(bo, `${name}-begins`);
  const keep = bo.page.getByRole('button', { name: 'Keep this line' });
  await tries(bo, both, screen === PHONE ? tap : click);
  expect(await keep.isEnabled()).toBe(true);
  await look(bo, `${name}-tried`);
  expect(await serious(bo.page)).toEqual([]);
  expect(await fits(bo.page)).toBe(true);
  await keep.click();
  const list = bo.page.getByRole('list', { name: 'Your plan' });
  await list.getByText('Ada:').first().waitFor();
  await expect.poll(() => list.innerText()).toMatch(/If[\s\S]*Ada: [\s\S]*then[\s\S]*You: /);
  await bo.page.getByRole('button', { name: 'Stop planning' }).click();
  await look(bo, `${name}-kept`);
  expect(await serious(bo.page)).toEqual([]);
  expect(await ada.page.getByText(/plan/i).count()).toBe(0);
  await plays(ada, theirs);
  await bo.until((state) => state.position?.ply === both.length);
  await bo.page.getByText('played as planned').first().waitFor();
  await list.waitFor({ state: 'detached' });
  await look(bo, `${name}-played`);
  await ada.until((state) => state.position?.ply === both.length && state.position.legal.length > 0);
  expect(await ada.page.getByText('played as planned').count()).toBe(0);
  expect(mine.length).toBeGreaterThan(0);
  await ada.leaves();
  await bo.leaves();
});

test('by keys alone, with the board as text; lines are deleted one by one', async () => {
  const { ada, bo } = await two('igluiglu', LAPTOP, 'de');
  await bo.page.locator('.bar .menu > .button').click();
  await bo.page.getByRole('button', { name: 'Brett als Text' }).click();
  await bo.page.getByRole('button', { name: 'Vorausplanen' }).focus();
  for (const [theirs, mine] of [
    ['b1', 'c1'],
    ['c1', 'b1'],
  ]) {
    if (!(await bo.page.locator('.line').getByText('Was könnte Ada spielen?').count()))
      await bo.page.keyboard.press('Enter');
    for (const cell of [theirs, mine]) {
      const action = bo.page.locator(`[data-action="place ${cell}"]`);
      await action.waitFor();
      await action.focus();
      await bo.page.keyboard.press('Enter');
      await expect.poll(() => planned(bo)).toBe(cell === theirs ? 1 : 2);
    }
    const keep = bo.page.getByRole('button', { name: 'Linie merken' });
    await keep.focus();
    await bo.page.keyboard.press('Enter');
    await expect.poll(() => planned(bo)).toBe(0);
  }
  const list = bo.page.getByRole('list', { name: 'Dein Plan' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await bo.page.getByRole('button', { name: 'Linie 1 löschen' }).focus();
  await bo.page.keyboard.press('Enter');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await ada.page.locator('[data-action="place c1"], [data-cell="c1"]').first().waitFor();
  await ada.leaves();
  await bo.leaves();
});

test('where something would come up that nobody knows, a line ends', async () => {
  const { ada, bo } = await two('igluiglu', WIDE);
  // Both place all their Inuit, and Ada is about to flip a tile.
  for (let placed = 0; placed < 10; placed++) {
    const one = placed % 2 ? bo : ada;
    const state = await one.until((now) => (now.position?.legal.length ?? 0) > 0 && now.position!.ply === placed);
    await one.page
      .locator(`[data-cell="${state.position!.legal[placed]!.slice(-2)}"]`)
      .first()
      .click();
    await one.until((now) => now.position!.ply === placed + 1);
  }
  await bo.until((state) => state.position!.ply === 10);
  await look(bo, 'igluiglu');
  await bo.page.getByRole('button', { name: 'Plan ahead' }).click();
  await bo.page.locator('.line').getByText('What might Ada play?').waitFor();
  await bo.page.locator('.board [data-cell]').first().waitFor();
  const flips = ada.state!.position!.legal[0]!;
  await bo.page
    .locator(`[data-cell="${flips.slice(-2)}"]`)
    .first()
    .click();
  await bo.page.getByRole('alert').getByText('Nobody knows what would come up there.').waitFor();
  expect(await planned(bo)).toBe(0);
  await look(bo, 'unknown');
  await ada.leaves();
  await bo.leaves();
});
