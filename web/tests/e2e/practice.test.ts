/** What is remembered of a person: puzzles that were tried, and exercises from one's own games. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MyPuzzles, PuzzleRecord, PuzzleSet, PuzzleSolution } from '../../src/protocol';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';
import { playIceCult } from './playing';

withBrowser({ webgl: false });

interface Stored {
  key: string;
  played: string;
  best: string;
  loss: number;
  card: { due: Date; reps: number };
}

/** What is on a shelf of the device. */
function shelf<T>(page: Page, name: string): Promise<T[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open('floe-practice');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const all = opening.result.transaction(wanted).objectStore(wanted).getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result as T[]);
          };
        };
      }),
    name,
  );
}

const phase = (page: Page, name: string) => page.locator(`.exercise[data-phase="${name}"]`).waitFor();

async function answers(page: Page, action: string): Promise<void> {
  await phase(page, 'asked');
  const all = page.locator('.all');
  if (!(await all.evaluate((element) => (element as HTMLDetailsElement).open))) await all.locator('summary').click();
  const code = page.locator('code', { hasText: new RegExp(`^${action.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) });
  await all.locator('li', { has: code }).locator('button').click();
}

/** Play games until one of them has something to be practised. */
async function playsBadly(person: Person): Promise<void> {
  const { page } = person;
  const practise = page.getByRole('button', { name: /^Practise your/ });
  for (let games = 0; games < 6; games++) {
    const table = await person.table(against('icecult', { path_length: 1 }));
    await person.go(`/t/${table.id}`);
    await playIceCult(person);
    await page.locator('section[aria-labelledby^="chances"]:not(:has([role="status"]))').waitFor({ timeout: 240_000 });
    if (!(await practise.count())) continue;
    await practise.click();
    const held = page.getByText('On a second look');
    await page.locator('.exercise').or(held).first().waitFor();
    if (await page.locator('.exercise').count()) return;
  }
  throw new Error('whoever plays at random has made no mistake');
}

test('a game becomes exercises: what was played is wrong again, the best is right, and it comes back', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await playsBadly(person);
  await phase(page, 'asked');
  expect(page.url()).toContain('/mistakes?table=');
  await page.getByRole('heading', { name: 'Find something better' }).waitFor();
  expect(await serious(page)).toEqual([]);
  const made = await shelf<Stored>(page, 'exercises');
  const count = made.length;
  const current = async () => {
    const key = await page.locator('.exercise').getAttribute('data-key');
    return made.find((one) => one.key === key)!;
  };
  const menu = page.getByRole('navigation').getByRole('link', { name: /^Mistakes/ });
  await expect.poll(() => menu.innerText()).toContain(String(count));

  // What was played in the game is as wrong as it was then.
  let one = await current();
  await answers(page, one.played);
  await phase(page, 'wrong');
  await page.locator('.verdict', { hasText: 'That is what you played' }).waitFor();
  await page.locator('.words', { hasText: 'It comes back tomorrow.' }).waitFor();

  // The machine in the page judges, so no connection is needed to go on.
  await person.context.setOffline(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await answers(page, one.best);
  await phase(page, 'right');
  await page.getByText('In your game:').waitFor();
  await person.context.setOffline(false);
  expect(asked.filter((path) => path === '/api/judge')).toEqual([]);
  const missed = (await shelf<Stored>(page, 'exercises')).find(({ key }) => key === one.key)!;
  expect(missed.card.reps).toBe(1);
  await expect.poll(() => menu.innerText()).not.toContain(String(count));

  // The others are shown, or found at the first go.
  for (let n = 1; n < count; n++) {
    await page.getByRole('button', { name: 'Next' }).click();
    await phase(page, 'asked');
    one = await current();
    if (n === 1) {
      await page.getByRole('button', { name: 'Show me' }).click();
      await phase(page, 'shown');
      await page.locator('.verdict', { hasText: 'Better:' }).waitFor();
    } else {
      await answers(page, one.best);
      await phase(page, 'right');
    }
  }
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Nothing is due.').waitFor();
  expect(await serious(page)).toEqual([]);

  // It is all there after a reload; and a day later it is due again.
  await page.reload();
  await page.getByText('Nothing is due.').waitFor();
  await page.getByRole('heading', { name: count === 1 ? '1 exercise' : `${count} exercises` }).waitFor();
  await page.clock.install({ time: Date.now() + 26 * 3600 * 1000 });
  await page.reload();
  await page.getByRole('button', { name: /^Practise: \d+ (is|are) due/ }).waitFor();
  person.faults.length = 0; // being offline is a fault for the console
  await person.leaves();
});

test('without games the page says what to do; finished ones are looked through', async () => {
  const person = await Person.arrives(PHONE);
  const { page } = person;
  await person.go('/mistakes');
  await page.getByText('Play a game to its end').waitFor();
  expect(await serious(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  const table = await person.table(against('icecult', { path_length: 1 }));
  await person.go(`/t/${table.id}`);
  await playIceCult(person);
  await person.go('/mistakes');
  await page.getByText('1 finished game has not been looked through.').waitFor();
  await page.getByRole('button', { name: 'Look through' }).click();
  await expect.poll(() => page.getByText('not been looked through').count(), { timeout: 240_000 }).toBe(0);
  await expect.poll(() => page.locator('progress').count(), { timeout: 240_000 }).toBe(0);
  expect(await shelf(page, 'games')).toHaveLength(1);
  await person.leaves();
});

const mine = async (person: Person): Promise<PuzzleRecord | undefined> => {
  const answer = await person.context.request.get(`${person.address}/api/me/puzzles`);
  return ((await answer.json()) as MyPuzzles).records.find(({ game }) => game === 'icecult');
};
const rating = (page: Page) => page.locator('.rating b').innerText();

test('a try is remembered: after a reload, in another tab, and told to the server when it is back', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page, context, address } = person;
  const get = async <T>(path: string) => (await (await context.request.get(address + path)).json()) as T;
  const set = await get<PuzzleSet>('/api/puzzles/icecult');
  const wins = set.ids.filter((_, n) => set.tasks[set.task[n]!] === 'win' && set.actions[n]! <= 3);
  const [first, second] = wins as [string, string];
  const solution = async (id: string) =>
    (await get<PuzzleSolution>(`/api/puzzles/icecult/${id}/solution`)).frames.flatMap(({ action }) => action ?? []);

  /** Solve one on the screen. */
  const solve = async (id: string) => {
    await person.go(`/puzzles/icecult/${id}`);
    for (const action of await solution(id)) {
      await page.locator('.puzzle[data-waits]').waitFor();
      if (!(await page.locator('details[open]').count())) await page.getByText('All actions').click();
      await page
        .locator('.all li')
        .filter({ has: page.locator(`code:text-is("${action}")`) })
        .getByRole('button')
        .click();
    }
    await page.locator('.puzzle[data-stage="solved"]').waitFor();
  };

  await solve(first);
  await expect.poll(async () => (await mine(person))?.solved).toEqual([first]);
  await person.go('/puzzles');
  await expect.poll(() => rating(page)).toMatch(/\d/);
  const once = await rating(page);
  const tab = await context.newPage();
  await tab.goto(`${address}/puzzles`);
  await expect.poll(() => rating(tab)).toBe(once);

  // The server takes nothing for a while: what is done then is kept here, and shown in the other tab.
  await context.route('**/api/me/puzzles', (route) => route.abort());
  await solve(second);
  await expect.poll(() => rating(tab)).not.toBe(once);
  expect((await mine(person))!.solved).toEqual([first]);
  await context.unroute('**/api/me/puzzles');
  await person.go('/puzzles');
  await expect.poll(async () => (await mine(person))!.solved.toSorted()).toEqual([first, second].toSorted());
  const both = (await mine(person))!;
  await expect.poll(() => rating(page)).toContain(Math.round(both.rating).toLocaleString('en'));
  await page.getByText('2 puzzles tried, 2 solved at the first try').waitFor();

  // To tell it again changes nothing.
  await page.reload();
  await page.locator('.rating b').waitFor();
  expect(await mine(person)).toEqual(both);
  person.faults.length = 0; // what was refused is a fault for the console
  await person.leaves();
});
