/** Puzzles: chosen, solved by mouse, by keys and by touch, refuted, replayed, at a server and at a site without one. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import frame from '../../src/i18n/en/frame.json';
import words from '../../src/i18n/en/puzzles.json';
import texts from '../../src/games/icecult/i18n/en/texts.json';
import type { PuzzleSet, PuzzleSolution, PuzzleTried, PuzzleView } from '../../src/protocol';
import { fits, serious } from './axe';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';
import { withSite } from './filed';
import { click, doIceCultByKeys, nextTouch, tap, type Touch } from './playing';

withBrowser({ webgl: false });
const site = withSite();

/** A puzzle of a task that takes few actions, and the solver's actions: the server knows them. */
async function puzzleOf(person: Person, game: string, task: string): Promise<{ id: string; actions: string[] }> {
  const set = (await answer(person, game)) as PuzzleSet;
  const wanted = set.tasks.indexOf(task);
  const found = set.ids.filter((_, n) => set.task[n] === wanted && set.actions[n]! <= (task === 'win_in_two' ? 9 : 4));
  const id = found[0]!;
  const { seat } = (await answer(person, `${game}/${id}`)) as PuzzleView;
  const { frames } = (await answer(person, `${game}/${id}/solution`)) as PuzzleSolution;
  const own = frames.filter((frame) => frame.seat === seat).map(({ action }) => action!);
  const actions: string[] = [];
  for (const action of own) {
    actions.push(action);
    if ((await tried(person, game, id, actions)).standing === 'solved') break;
  }
  return { id, actions };
}

async function answer(person: Person, path: string): Promise<unknown> {
  const found = await person.context.request.get(`${person.address}/api/puzzles/${path}`);
  expect(found.status()).toBe(200);
  return found.json();
}

async function tried(person: Person, game: string, id: string, actions: string[]): Promise<PuzzleTried> {
  const path = `${person.address}/api/puzzles/${game}/${id}/try`;
  const found = await person.context.request.post(path, { data: { actions } });
  expect(found.status()).toBe(200);
  return (await found.json()) as PuzzleTried;
}

const screen = (page: Page) => page.locator('.puzzle');
const waits = (page: Page) => page.locator('.puzzle[data-waits]').waitFor();
const played = async (page: Page) => Number(await screen(page).getAttribute('data-played'));
const stage = (page: Page, wanted: string) => page.locator(`.puzzle[data-stage="${wanted}"]`).waitFor();

/** Touch what the board offers until an action is done. */
async function does(page: Page, game: string, action: string, touch: Touch): Promise<void> {
  await waits(page);
  const before = await played(page);
  const board = page.locator('.board');
  for (let tries = 0; (await played(page)) === before && tries < 80; tries++) {
    const itself = board.locator(`[data-action="${action}"]:visible`).first();
    const begins = '.tile.able:visible, .cell.pickable, .option:visible';
    const all = await board.locator(`:is(${begins}):not([data-action])`).all();
    const next =
      game === 'icecult'
        ? await nextTouch(board, action)
        : action === 'end'
          ? board.locator('.end button:visible').first()
          : (await itself.count())
            ? itself
            : all[tries % Math.max(1, all.length)];
    if (next) await touch(next);
    await page.waitForTimeout(120);
  }
  expect(await played(page), action).toBe(before + 1);
}

/** Play something from the list of all actions. */
async function choose(page: Page, action: string): Promise<void> {
  await waits(page);
  if (!(await page.locator('details[open]').count())) await page.getByText(words.all).click();
  const item = page.locator('.all li').filter({ has: page.locator(`code:text-is("${action}")`) });
  await item.getByRole('button').click();
}

test.each([
  ['icecult', 'win', LAPTOP, click],
  ['icecult', 'defence', PHONE, tap],
  ['igluiglu', 'best_turn', LAPTOP, click],
  ['igluiglu', 'escape', PHONE, tap],
] as const)('a puzzle of %s (%s) is solved by pointing', async (game, task, size, touch) => {
  const person = await Person.arrives(size);
  const { page } = person;
  const { id, actions } = await puzzleOf(person, game, task);
  await person.go(`/puzzles/${game}/${id}`);
  await waits(page);
  expect(await serious(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  expect(await page.locator('#themes').count()).toBe(0); // they would give it away
  for (const action of actions) await does(page, game, action, touch);
  await stage(page, 'solved');
  await page.getByText(words['state.solved'], { exact: true }).first().waitFor();
  await page.locator('#themes').waitFor();
  await expect.poll(() => page.locator('#steps + ol li').count()).toBeGreaterThanOrEqual(actions.length);
  expect(await serious(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  // The next one is another.
  await page.getByRole('button', { name: words.next }).click();
  await waits(page);
  expect(await screen(page).getAttribute('data-id')).not.toBe(id);
  await person.leaves();
});

test('by keys alone: a wrong try, what is wrong with it, another try, the solution, the next puzzle', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  const { id, actions } = await puzzleOf(person, 'icecult', 'win');
  const view = (await answer(person, `icecult/${id}`)) as PuzzleView;
  let wrong = '';
  for (const action of view.shown.position.legal) {
    if ((await tried(person, 'icecult', id, [action])).standing !== 'wrong') continue;
    wrong = action;
    break;
  }
  expect(wrong).not.toBe('');
  await person.go(`/puzzles/icecult/${id}`);
  await waits(page);
  // One line follows the other in the same place, so all that was ever said is collected.
  await page.evaluate(
    `globalThis.said = ''; {
      const log = document.querySelector('[role=log]');
      const note = () => (globalThis.said += log.textContent);
      new MutationObserver(note).observe(log, { subtree: true, childList: true, characterData: true });
    }`,
  );
  const said = () => page.evaluate<string>('globalThis.said');
  await doIceCultByKeys(page, wrong);
  await stage(page, 'wrong');
  const refuted = texts['puzzle.refuted.misses_win']!;
  await page.locator('.verdict').getByText(refuted).waitFor();
  await expect.poll(said).toContain(refuted);
  await page.keyboard.press('r');
  await waits(page);
  expect(await played(page)).toBe(0);
  await page.keyboard.press('?');
  await page.getByText(words['keys.retry'], { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  for (const [n, action] of actions.entries()) {
    await waits(page);
    await doIceCultByKeys(page, action);
    await expect.poll(() => played(page)).toBe(n + 1);
  }
  await stage(page, 'solved');
  await expect.poll(said).toContain(words['state.solved']);
  // The solution is replayed, and stepped through.
  const step = page.locator('#steps + ol [aria-current]');
  await page.keyboard.press('s');
  await expect.poll(() => step.locator('code').innerText()).toBe(actions.at(-1));
  await page.keyboard.press('Home');
  await expect.poll(() => step.count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => step.locator('code').innerText()).toBe(actions[0]);
  await page.keyboard.press('n');
  await waits(page);
  expect(await screen(page).getAttribute('data-id')).not.toBe(id);
  await person.leaves();
});

test('a win in two turns is answered, and a wrong defence is refuted on the board', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  const two = await puzzleOf(person, 'icecult', 'win_in_two');
  await person.go(`/puzzles/icecult/${two.id}`);
  for (const action of two.actions) {
    await choose(page, action);
    await expect.poll(async () => (await page.locator('.verdict').count()) > 0).toBe(true);
  }
  await stage(page, 'solved');
  const { id } = await puzzleOf(person, 'icecult', 'defence');
  const { shown } = (await answer(person, `icecult/${id}`)) as PuzzleView;
  const wrong = [];
  for (const action of shown.position.legal) {
    const found = await tried(person, 'icecult', id, [action]);
    if (found.standing === 'wrong' && found.refutation!.frames.length > 1) wrong.push(action);
    if (wrong.length) break;
  }
  await person.go(`/puzzles/icecult/${id}`);
  await choose(page, wrong[0]!);
  await page
    .getByText(/can still win next turn/)
    .first()
    .waitFor();
  await page.getByText(words.refuting).waitFor();
  await page.getByRole('button', { name: words.retry }).click();
  await waits(page);
  // As text, and on the analysis board.
  await page.getByRole('button', { name: frame['action.more'] }).click();
  await page.getByRole('button', { name: frame['action.text'] }).click();
  await page.locator('.board table').first().waitFor();
  await page.getByRole('button', { name: frame['action.more'] }).click();
  await page.getByRole('button', { name: words.analyse }).click();
  await page.locator('.study[data-waits]').waitFor();
  await person.leaves();
});

test('without a server: the puzzle of the day, a choice by theme, and what is solved is remembered', async () => {
  const server = await Person.arrives(LAPTOP);
  const person = await Person.arrives(PHONE, { address: site() });
  const { page } = person;
  // It is the same day all the time, also at midnight.
  await page.clock.setFixedTime('2026-07-15T12:00:00');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await person.go('');
  const card = page.locator('[data-daily="icecult"]');
  await card.getByText(words['daily.open']).waitFor();
  expect(asked.filter((url) => url.includes('puzzles-'))).toEqual([]); // nothing is loaded before it is wanted
  await card.click();
  await waits(page);
  expect(asked.filter((url) => url.includes('python/puzzles-')).length).toBe(1);
  const id = (await screen(page).getAttribute('data-id'))!;
  const { frames } = (await answer(server, `icecult/${id}/solution`)) as PuzzleSolution;
  const { seat } = (await answer(server, `icecult/${id}`)) as PuzzleView;
  for (const { action } of frames.filter((frame) => frame.seat === seat)) {
    const before = await played(page);
    await choose(page, action!);
    await expect.poll(() => played(page)).toBe(before + 1);
  }
  await stage(page, 'solved');
  await page.goto(`${site()}#/puzzles`);
  await page.locator('[data-daily="icecult"]').getByText(words['daily.done']).waitFor();
  await page.getByRole('combobox', { name: words['choose.theme'] }).selectOption('tower');
  await page.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await page.getByText(/^69 puzzles/).waitFor();
  expect(await serious(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: words.begin }).click();
  await waits(page);
  await page.locator('#themes + ul').getByText(texts['puzzle.theme.tower']).waitFor();
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  await person.leaves();
  await server.leaves();
});

test('what there is not is told in words', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/puzzles/icecult/0123456789ab');
  await page.getByRole('alert').getByText(frame['problem.no_puzzle']).waitFor();
  await page.getByRole('link', { name: words.choose }).click();
  await page.getByRole('heading', { name: words['choose.title'] }).waitFor();
  await person.go('/puzzles/nothing/daily');
  await page.getByRole('alert').getByText(frame['problem.no_puzzles']).waitFor();
  await person.context.close(); // the browser notes that the server answered 404
});
