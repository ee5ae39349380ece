/** A game from outside, which has no folder in the app, on the plain board: Connect Four of `examples/connectfour`. */

import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { ServerInfo } from '../../src/protocol';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, SMALL_PHONE, withBrowser } from './browser';
import { click, playPlain, playPlainByKeys, tap } from './playing';

withBrowser({ webgl: false });

const GAME = 'connectfour';

beforeAll(async () => {
  const { games } = (await (await fetch(`${inject('address')}/api/server`)).json()) as ServerInfo;
  const found = games.find(({ name }) => name === GAME);
  if (!found) throw new Error('Connect Four is not installed: `make .venv/.dev` installs it');
  expect(found.board).toBe(false);
});

test.each([
  ['laptop', LAPTOP, click],
  ['phone', PHONE, tap],
  ['small phone', SMALL_PHONE, tap],
] as const)('a whole game on a %s, for everybody and without moving the board', async (_, screen, touch) => {
  const person = await Person.arrives(screen);
  const table = await person.table(against(GAME));
  await person.go(`/t/${table.id}`);
  const places = await person.watchesTheBoard();
  expect(await serious(person.page)).toEqual([]);
  expect(await fits(person.page)).toBe(true);
  const last = await playPlain(person, touch);
  expect(last.table.result).not.toBeNull();
  await person.page.locator('.line.over').waitFor();
  expect(await person.page.locator('.line.over').innerText()).toMatch(
    /^(You win!|.+ wins\.|A draw: everyone shares the win\.)/,
  );
  expect(await serious(person.page)).toEqual([]);
  expect(await fits(person.page)).toBe(true);
  expect(await places()).toHaveLength(1);
  await person.leaves();
});

test('a whole game by keys alone, and the log and the replay tell it', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  const table = await person.table(against(GAME));
  await person.go(`/t/${table.id}`);
  const last = await playPlainByKeys(person, 3);
  await page.locator('.line.over').waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();
  const entries = page.getByRole('list', { name: 'Log' }).getByRole('link');
  expect(await entries.count()).toBe(last.position!.ply);
  expect(await entries.first().innerText()).toMatch(/^(You|Lemming): .*disc/);

  await person.go(`/replay/${table.id}?ply=2`);
  const picture = page.getByRole('img', { name: 'The board' });
  await picture.waitFor();
  const before = await picture.getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Board as text' }).click();
  expect(await page.locator('.board pre').innerText()).not.toBe('');
  expect(await serious(page)).toEqual([]);
  await person.leaves();
});

test('from the home page to the own turn, a hint, and a disc taken back', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/');
  await page.getByRole('button', { name: /play now.*Connect Four/is }).click();
  const before = await person.until((now) => (now.position?.legal.length ?? 0) > 0);
  await page.locator('.line.mine').waitFor();
  expect(await page.locator('.line.mine').innerText()).toBe('Drop a disc into one of the columns.');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const hint = page.locator('.notes .hint');
  await hint.waitFor(); // the search may have to be compiled first
  expect(before.position!.legal).toContain(await hint.locator('code').innerText());
  expect(await page.locator('.board .hinted').count()).toBe(1);
  await hint.getByRole('button', { name: 'Play this' }).click();
  await person.until((now) => (now.position?.ply ?? 0) >= 2 && now.position!.legal.length > 0);
  await page.getByRole('button', { name: 'Take back' }).click();
  await person.until((now) => now.position?.ply === 0);
  await person.leaves();
});

test('two people at one screen are named in turn', async () => {
  const person = await Person.arrives(PHONE);
  const seats = [{ who: 'me' as const }, { who: 'me' as const, name: 'Bo' }];
  const table = await person.table({ settings: { game: GAME, seats }, name: 'Ada' });
  await person.go(`/t/${table.id}`);
  const due = person.page.locator('.line.mine');
  for (const name of ['Ada', 'Bo', 'Ada']) {
    await expect.poll(() => due.innerText()).toContain(`${name}: `);
    await person.page.locator('.board [data-action]').first().tap();
  }
  await person.until((now) => now.position?.ply === 3);
  await person.leaves();
});

describe.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
] as const)('on a %s', (_, screen) => {
  test.each([`/new?game=${GAME}`, `/learn/${GAME}`])('%s is for everybody, and fits', async (path) => {
    const person = await Person.arrives(screen);
    await person.go(path);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await serious(person.page)).toEqual([]);
    expect(await fits(person.page)).toBe(true);
    await person.leaves();
  });
});
