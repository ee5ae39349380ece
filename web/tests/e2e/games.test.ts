/** Whole games in the browser: by mouse, by keys alone, by finger, and between two people. */

import { expect, test } from 'vitest';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';
import { playIceCult, playIceCultByKeys, playIgluIglu, playIgluIgluByKeys, tap } from './playing';

withBrowser({ webgl: false });

async function endIsTold(person: Person): Promise<void> {
  await person.page.locator('.line.over').waitFor();
  expect(await person.page.locator('.line.over').innerText()).not.toBe('');
  const told = async () => (await person.page.locator('[aria-live]').allTextContents()).join('').trim();
  await expect.poll(told).not.toBe('');
}

test.each(['ICE CULT', 'IGLU IGLU'])(
  'one click leads to the own turn in %s, at a table of this device that outlives a reload',
  async (game) => {
    const person = await Person.arrives(LAPTOP);
    await person.go('/');
    await person.page.getByRole('button', { name: new RegExp(`play now.*${game}`, 'is') }).click();
    await person.page.locator('.line.mine').waitFor();
    expect(new URL(person.page.url()).pathname).toMatch(/^\/t\/local-/);
    await person.page.getByRole('button', { name: 'Hint', exact: true }).click();
    const hint = person.page.locator('.notes .hint');
    await hint.waitFor(); // the search has to be loaded first
    await hint.getByRole('button', { name: 'Play this' }).click();
    await hint.waitFor({ state: 'detached' });
    const told = person.page.locator('ol[aria-label] li'); // that the game begins, and what was played
    await expect.poll(() => told.count()).toBeGreaterThan(1);
    await person.page.reload();
    await person.page.locator('.line').first().waitFor();
    await expect.poll(() => told.count()).toBeGreaterThan(1);
    await person.go('/games');
    await person.page.locator('a[href^="/t/local-"]').first().waitFor();
    await person.leaves();
  },
);

test('a whole game of ICE CULT by mouse', async () => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against('icecult'));
  await person.go(`/t/${table.id}`);
  const places = await person.watchesTheBoard();
  await playIceCult(person);
  await endIsTold(person);
  expect(await places()).toHaveLength(1);
  await person.leaves();
});

test('a whole game of IGLU IGLU by mouse', async () => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against('igluiglu'));
  await person.go(`/t/${table.id}`);
  const places = await person.watchesTheBoard();
  await playIgluIglu(person);
  await endIsTold(person);
  expect(await places()).toHaveLength(1);
  await person.leaves();
});

test('a game of ICE CULT by keys alone', async () => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against('icecult', { path_length: 1 }));
  await person.go(`/t/${table.id}`);
  await playIceCultByKeys(person);
  await endIsTold(person);
  await person.leaves();
});

test('a game of IGLU IGLU by keys alone', async () => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against('igluiglu'));
  await person.go(`/t/${table.id}`);
  await playIgluIgluByKeys(person);
  await endIsTold(person);
  await person.leaves();
});

test('a game of ICE CULT by finger on a phone', async () => {
  const person = await Person.arrives(PHONE);
  const table = await person.table(against('icecult', { path_length: 2 }));
  await person.go(`/t/${table.id}`);
  const places = await person.watchesTheBoard();
  await playIceCult(person, tap);
  await endIsTold(person);
  expect(await places()).toHaveLength(1);
  await person.leaves();
});

test('a game of IGLU IGLU by finger on a phone', async () => {
  const person = await Person.arrives(PHONE);
  const table = await person.table(against('igluiglu'));
  await person.go(`/t/${table.id}`);
  const places = await person.watchesTheBoard();
  await playIgluIglu(person, tap, 2);
  await endIsTold(person);
  expect(await places()).toHaveLength(1);
  await person.leaves();
});

test.each(['icecult', 'igluiglu'] as const)('a hint in %s says what to play, and plays it', async (game) => {
  const person = await Person.arrives(LAPTOP);
  const table = await person.table(against(game));
  await person.go(`/t/${table.id}`);
  const places = await person.watchesTheBoard();
  const before = person.state!;
  await person.page.getByRole('button', { name: 'Hint', exact: true }).click();
  const hint = person.page.locator('.notes .hint');
  await hint.waitFor(); // the search may have to be compiled first
  expect(before.position!.legal).toContain(await hint.locator('code').innerText());
  expect(await hint.innerText()).toMatch(/chance of winning: \d+%/);
  await hint.getByRole('button', { name: 'Play this' }).click();
  await person.until((now) => now.version > before.version);
  await hint.waitFor({ state: 'detached' });
  expect(await places()).toHaveLength(1);
  await person.leaves();
});

test('two people in two browsers play to the end, though one loses the connection in between', async () => {
  const ada = await Person.arrives(LAPTOP);
  const bo = await Person.arrives(LAPTOP);
  const seats = [{ who: 'me' as const }, { who: 'open' as const }];
  const table = await ada.table({ settings: { game: 'icecult', seats, rules: { path_length: 1 } }, name: 'Ada' });
  await ada.go(`/t/${table.id}`);
  await bo.context.request.get(`${bo.address}/api/me`);
  const sat = await bo.context.request.post(`${bo.address}/api/tables/${table.id}/sit`, { data: { name: 'Bo' } });
  expect(sat.ok()).toBe(true);
  await bo.go(`/t/${table.id}`);
  await ada.until((now) => now.table.status === 'running');
  const both = Promise.all([playIceCult(ada, undefined, 3), playIceCult(bo, undefined, 4)]);
  await ada.until((now) => now.version > 6);
  await bo.context.setOffline(true);
  await new Promise((done) => setTimeout(done, 2500));
  await bo.context.setOffline(false);
  const [one, other] = await both;
  expect(one.table.result).toEqual(other.table.result);
  expect(one.version).toBe(other.version);
  bo.faults.length = 0; // the browser itself complains of the lost line
  await ada.leaves();
  await bo.leaves();
});

test('friends meet by link, write to each other, take back, give up and play again', async () => {
  const ada = await Person.arrives(LAPTOP);
  const bo = await Person.arrives(PHONE);
  await ada.go('/');
  await ada.page.getByRole('button', { name: /with friends.*ICE CULT/is }).click();
  await ada.page.getByRole('dialog').getByRole('textbox').fill('Ada');
  await ada.page.keyboard.press('Enter');
  await ada.page.waitForURL('**/t/*');
  const link = await ada.page.getByRole('textbox', { name: 'Link to this table' }).inputValue();
  await bo.page.goto(link);
  await bo.page.getByRole('button', { name: 'Sit here' }).click();
  await bo.page.getByRole('dialog').getByRole('textbox').fill('Bo');
  await bo.page.keyboard.press('Enter');
  await ada.until((now) => now.table.status === 'running');

  // Each writes a line, and the other reads it.
  for (const [one, other, words] of [
    [ada, bo, 'Servus!'],
    [bo, ada, '<b>Ciao</b>'],
  ] as const) {
    await one.page.getByRole('tab', { name: /chat/i }).click();
    await one.page.getByRole('textbox', { name: 'Write a message' }).fill(words);
    await one.page.keyboard.press('Enter');
    await other.page.getByRole('tab', { name: /chat/i }).click();
    await other.page.locator('.chat').getByText(words, { exact: true }).waitFor();
  }

  // A tilt is never taken back alone: the other one is asked.
  await ada.page.locator('.board [data-action="nn"]').first().click();
  await ada.until((now) => now.position!.ply === 1);
  await ada.page.getByRole('button', { name: 'Ask for a take-back' }).click();
  await bo.page.getByText('Ada would like to take back the last move.').first().waitFor();
  await bo.page.getByRole('button', { name: 'Accept' }).click();
  await ada.until((now) => now.position!.ply === 0);

  await bo.page.getByRole('button', { name: 'More' }).click();
  await bo.page.getByRole('button', { name: 'Resign' }).click();
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await ada.until((now) => now.table.status === 'over');
  await ada.page.getByText('Bo has resigned.').first().waitFor();
  await ada.page.getByRole('button', { name: 'Play again' }).click();
  await ada.page.waitForURL((url) => url.href !== link);
  await bo.page.getByRole('button', { name: 'Play again' }).click();
  await bo.page.waitForURL((url) => url.href === ada.page.url());
  await bo.until((now) => now.table.status === 'running');
  await ada.leaves();
  await bo.leaves();
});

test('a spectator of IGLU IGLU sees no secrets and cannot play', async () => {
  const ada = await Person.arrives(LAPTOP);
  const eve = await Person.arrives(LAPTOP);
  const seats = [{ who: 'me' as const }, { who: 'me' as const, name: 'Bo' }];
  const table = await ada.table({ settings: { game: 'igluiglu', seats }, name: 'Ada' });
  await eve.go(`/t/${table.id}`);
  const state = await eve.until((now) => now.position !== null);
  expect(state.seat).toBeNull();
  expect(state.position!.legal).toEqual([]);
  expect(JSON.stringify(state.position!.view)).not.toMatch(/"ice":"(?!down|up)/);
  expect(await eve.page.locator('.cell.pickable').count()).toBe(0);
  await ada.leaves();
  await eve.leaves();
});
