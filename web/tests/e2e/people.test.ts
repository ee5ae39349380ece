/** Between people: asking to play again, calling off, phrases, the curtain, and what waits for somebody. */

import { expect, test } from 'vitest';
import type { NewTable } from '../../src/protocol';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';
import { click, playIceCult } from './playing';

withBrowser({ webgl: false });

type Settings = NewTable['settings'];
const open = (game: string, more: Partial<Settings> = {}): NewTable => ({
  settings: { game, seats: [{ who: 'me' }, { who: 'open' }], pace: 0, ...more },
  name: 'Ada',
});

/** Ada and Bo at a table of theirs; he reads German. */
async function two(game = 'icecult', screen = LAPTOP): Promise<{ ada: Person; bo: Person; id: string }> {
  const [ada, bo] = [await Person.arrives(screen), await Person.arrives(screen, { language: 'de' })];
  const { id } = await ada.table(open(game));
  await bo.context.request.get(`${bo.address}/api/me`);
  await bo.context.request.post(`${bo.address}/api/tables/${id}/sit`, { data: { name: 'Bo' } });
  await Promise.all([ada.go(`/t/${id}`), bo.go(`/t/${id}`)]);
  await ada.until((state) => state.table.status === 'running');
  return { ada, bo, id };
}

async function resigns({ page }: Person): Promise<void> {
  await page.locator('.bar .menu > .button').click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
}

test.each([LAPTOP, PHONE])('who is asked to play again sees it at the table and at home, on %o', async (screen) => {
  const { ada, bo } = await two('icecult', screen);
  await resigns(ada);
  await bo.until((state) => state.table.status === 'over');
  await ada.page.getByRole('button', { name: 'Play again' }).click();
  await ada.page.getByText('Asked to play again').waitFor();
  await bo.page.getByRole('alert').getByText('Ada möchte noch eine Partie spielen.').waitFor();
  expect(await serious(bo.page)).toEqual([]);
  await bo.go('/');
  await bo.page
    .getByRole('link', { name: /Ada möchte noch eine Partie spielen/ })
    .first()
    .waitFor();
  await expect.poll(() => bo.page.title()).toMatch(/^\(1\) /);
  expect(await fits(bo.page)).toBe(true);
  await bo.page
    .getByRole('link', { name: /Ada möchte noch eine Partie spielen/ })
    .first()
    .click();
  await bo.page.getByRole('button', { name: 'Spielen' }).click();
  await ada.until((state) => state.table.status === 'running');
  await ada.leaves();
  await bo.leaves();
});

test('who does not want to play again says so, and the host can call the table off', async () => {
  const { ada, bo } = await two();
  await resigns(ada);
  await bo.until((state) => state.table.status === 'over');
  await ada.page.getByRole('button', { name: 'Play again' }).click();
  await bo.page.getByRole('button', { name: 'Jetzt nicht' }).click();
  await ada.page.getByText('Not this time. The seat is open to anyone now.').waitFor();
  await bo.page.goto(ada.page.url());
  await bo.page.getByRole('heading', { name: 'ICE CULT' }).waitFor();
  await ada.page.getByRole('button', { name: 'Call it off' }).click();
  await ada.page.locator('dialog').getByRole('button', { name: 'Call it off' }).click();
  await ada.page.getByText('You have called this table off.').waitFor();
  await bo.page.getByRole('heading', { name: 'Abgesagt' }).waitFor();
  await ada.go('/games');
  await ada.page.getByRole('heading', { name: 'Finished (1)' }).waitFor();
  expect(await ada.page.getByRole('heading', { level: 2 }).count()).toBe(1);
  await ada.leaves();
  await bo.leaves();
});

test.each([LAPTOP, PHONE])('a phrase is read by each in their own language, on %o', async (screen) => {
  const { ada, bo } = await two('icecult', screen);
  await ada.page.getByRole('tab', { name: 'Chat' }).click();
  await ada.page.getByRole('button', { name: 'Phrases and reactions' }).click();
  expect(await serious(ada.page)).toEqual([]);
  await ada.page.getByRole('button', { name: 'Good luck!' }).click();
  await ada.page.locator('.chat .text', { hasText: 'Good luck!' }).waitFor();
  await bo.page.locator('.bubble', { hasText: 'Viel Glück!' }).waitFor();
  await bo.page.getByRole('tab', { name: /Chat/ }).click();
  await bo.page.locator('.chat .text', { hasText: 'Viel Glück!' }).waitFor();
  await bo.page.getByRole('button', { name: 'Sprüche und Reaktionen' }).click();
  await bo.page.getByRole('button', { name: 'staunt' }).click();
  await ada.page.getByRole('img', { name: 'is amazed' }).first().waitFor();
  await ada.leaves();
  await bo.leaves();
});

test('an invitation says what the game is, how it is played here, and where it is learned', async () => {
  const ada = await Person.arrives(LAPTOP);
  const clock = { type: 'live' as const, seconds: 600, increment: 5 };
  const { id } = await ada.table(open('icecult', { clock, rules: { path_length: 3 }, listed: true }));
  const bo = await Person.arrives(PHONE);
  await bo.go('/lobby');
  await bo.page.getByText('10 minutes each, 5 seconds more per turn · Spaces on each path: 3').first().waitFor();
  await bo.go(`/t/${id}`);
  for (const words of ['Bring all five of your pawns home', '10 minutes each', 'Spaces on each path: 3'])
    await bo.page.getByText(words).first().waitFor();
  expect(await serious(bo.page)).toEqual([]);
  expect(await fits(bo.page)).toBe(true);
  await bo.page.getByRole('link', { name: 'Learn it in a few steps' }).click();
  await bo.page.waitForURL('**/learn/icecult');
  await ada.leaves();
  await bo.leaves();
});

test('there is nothing to ask back before anything was played, and machines take back as practice', async () => {
  const { ada, bo } = await two();
  await bo.page.locator('.play[data-version]').waitFor();
  expect(await bo.page.getByRole('button', { name: 'Um Rücknahme bitten' }).count()).toBe(0);
  await playIceCult(ada, click, 1, (state) => (state.position?.ply ?? 0) > 0);
  await ada.page.getByRole('button', { name: 'Ask for a take-back' }).waitFor();
  expect(await bo.page.getByRole('button', { name: 'Um Rücknahme bitten' }).count()).toBe(0);
  const { id } = await ada.table(against('icecult'));
  await ada.go(`/t/${id}`);
  await ada.until((state) => state.table.id === id);
  await playIceCult(ada, click, 1, (state) => (state.position?.ply ?? 0) > 0);
  await ada.page.getByRole('button', { name: 'Take back' }).click();
  await ada.page.getByText('Taken back, for practice. Among people, the others have to agree.').waitFor();
  await ada.leaves();
  await bo.leaves();
});

test('behind the curtain the clock stands, and goes on when it is lifted', async () => {
  const ada = await Person.arrives(LAPTOP);
  const seats = [{ who: 'me' as const }, { who: 'me' as const, name: 'Bo' }];
  const { id } = await ada.table({
    settings: { game: 'igluiglu', seats, clock: { type: 'live', seconds: 600 } },
    name: 'Ada',
  });
  await ada.go(`/t/${id}`);
  // While pieces are placed nobody holds anything: no curtain, and clocks run at once.
  await ada.until((state) => state.clocks !== null && state.clocks.every(({ held }) => held === 0));
  const curtain = ada.page.locator('.curtain');
  for (let places = 0; places < 40 && !(await curtain.count()); places++) {
    await ada.page.locator('.play[data-waits] .board .cell[data-action], .curtain').first().waitFor();
    if (await curtain.count()) break;
    const version = ada.state!.version;
    await ada.page.locator('.board .cell[data-action]').first().click();
    await ada.until((state) => state.version > version);
  }
  await ada.page.getByText('The clock stands still until then.').waitFor();
  expect(ada.state!.clocks!.some(({ held }) => held > 0)).toBe(true);
  await ada.page.locator('.curtain button').click();
  await ada.until((state) => state.clocks!.every(({ held }) => held === 0));
  await ada.leaves();
});

test('my games begin with what waits, and the number follows', async () => {
  const ada = await Person.arrives(PHONE);
  await ada.table({
    settings: {
      game: 'igluiglu',
      seats: [{ who: 'me' }, { who: 'machine', level: 'beginner' }],
      clock: { type: 'days', days: 2 },
    },
  });
  await ada.table(open('icecult'));
  await ada.go('/games');
  const parts = ada.page.getByRole('heading', { level: 2 });
  await expect.poll(() => parts.allTextContents()).toEqual(['Waiting for you (1)', 'In progress (1)']);
  await ada.page.getByText(/· until \w+/).waitFor();
  await ada.page.locator('.thumbnail svg').first().waitFor();
  await expect.poll(() => ada.page.title()).toMatch(/^\(1\) /);
  await ada.page.getByRole('button', { name: /Menu/ }).click();
  await ada.page.getByRole('link', { name: 'My games, one is waiting for you' }).waitFor();
  expect(await serious(ada.page)).toEqual([]);
  expect(await fits(ada.page)).toBe(true);
  await ada.leaves();
});

test('what is forced is played by itself, for those who want that', async () => {
  const person = await Person.arrives(LAPTOP, { forced: true });
  const table = await person.table(against('icecult'));
  await person.go(`/t/${table.id}`);
  let forced = 0;
  await playIceCult(
    person,
    async (target) => {
      if (person.state!.position!.legal.length > 1) await click(target);
      else forced++;
    },
    1,
    ({ table: { turn } }) => turn >= 6 && forced > 0,
  );
  await person.leaves();
});
