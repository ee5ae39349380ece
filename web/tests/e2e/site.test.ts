/** What `floe site` writes, served by a plain file server under some path. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { plays } from './alone';
import { serious } from './axe';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';
import { withSite } from './filed';

withBrowser({ webgl: false });

const site = withSite();

/** Somebody at the site, and every address that their browser asks for. */
async function visitor(screen = LAPTOP): Promise<[Person, string[]]> {
  const person = await Person.arrives(screen, { address: site() });
  const asked: string[] = [];
  person.page.on('request', (request) => asked.push(request.url()));
  await person.go('');
  await person.page.getByRole('heading', { name: 'ICE CULT' }).waitFor();
  return [person, asked];
}

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('both games are played against a machine, on a %s', async (_, screen) => {
  const [person, asked] = await visitor(screen);
  const { page } = person;
  expect(await page.getByRole('button', { name: /With friends/ }).count()).toBe(0);
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: /Play now.*IGLU IGLU/ }).click();
  await page.locator('.play[data-waits]').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /Play now.*ICE CULT/ }).click();
  await plays(page, 4);
  expect(page.url()).toContain('#/t/local-');
  await page.reload();
  await plays(page, 2);
  expect(asked.filter((url) => !url.startsWith(site()) && !url.startsWith('blob:'))).toEqual([]);
  await person.leaves();
});

test('links are links: in another tab, by the back button, from outside', async () => {
  const [person, asked] = await visitor();
  const { page } = person;
  expect(await page.getByRole('link', { name: 'Open tables' }).count()).toBe(0);
  const [tab] = await Promise.all([
    person.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Settings' }).click({ modifiers: ['Control'] }),
  ]);
  await tab.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(tab.url()).toBe(`${site()}#/settings`);
  await page.getByRole('link', { name: 'My games' }).click();
  await page.getByRole('heading', { name: 'My games' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'ICE CULT' }).waitFor();
  await page.goto(`${site()}index.html#/learn/icecult/2`);
  await page.locator('.board').first().waitFor();
  await page.goto(`${site()}#/lobby`);
  await page.getByRole('heading', { name: 'Nothing but water here' }).waitFor();
  expect(asked.filter((url) => /\/(api|ws)\//.test(url))).toEqual([]);
  await person.leaves();
});

test('cubes are edited, shared by link and brought to a new table', async () => {
  const [person] = await visitor();
  const { page } = person;
  await page.goto(`${site()}#/cubes`);
  await page.getByRole('link', { name: /Play with/ }).click();
  await page.getByRole('heading', { name: 'New table' }).waitFor();
  expect(page.url()).toMatch(/#\/new\?game=icecult&cubes=/);
  expect(await page.locator('option[value="open"]').count()).toBe(0);
  await page.getByRole('button', { name: 'Start the game' }).first().click();
  await plays(page, 1);
  await person.leaves();
});

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('people play at one screen, save their game and watch it from the file, on a %s', async (_, screen) => {
  const [person, asked] = await visitor(screen);
  const { page } = person;
  await page.goto(`${site()}#/new?game=icecult&with=screen`);
  await page.getByLabel('Name of player 1').fill('Ada');
  await page.getByLabel('Name of player 2').fill('Bo');
  await page.getByRole('button', { name: 'Start the game' }).first().click();
  await plays(page, 12);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  expect(await page.getByRole('button', { name: 'Play on with friends' }).count()).toBe(0); // there is no server
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign for Bo' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.result').getByRole('button', { name: 'Download the game' }).click(),
  ]);
  const text = await readFile(await saved.path(), 'utf-8');
  const record = JSON.parse(text) as { actions: string[]; players: { name: string }[] };
  expect(record.players.map(({ name }) => name)).toEqual(['Ada', 'Bo']);

  const opens = async (document: unknown, name = 'game.floe.json') => {
    await page.goto(`${site()}#/`);
    await page.goto(`${site()}#/replay`);
    const buffer = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/json', buffer });
  };
  await opens(text);
  await page.getByText('Ada', { exact: true }).waitFor();
  await page.getByText(`of ${record.actions.length}`).first().waitFor();

  await opens(text.slice(0, 100));
  await page.getByText('This file isn’t a saved game.').waitFor();
  await opens({ ...record, rules_version: 99 });
  await page.getByRole('alert').getByText('saved by a newer version of Floe').waitFor();
  await page.getByText(`ICE CULT, Ada and Bo, ${record.actions.length} actions`).waitFor();
  await opens({ ...record, game: 'chess' });
  await page.getByRole('alert').getByText('a game that isn’t available here').waitFor();
  await opens({ ...record, actions: record.actions.with(5, 'nonsense') });
  await page.getByRole('alert').getByText('This file is damaged.').waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: 'Watch the part that can be read' }).click();
  await page.getByText('of 5').first().waitFor();
  expect(asked.filter((url) => !url.startsWith(site()) && !url.startsWith('blob:'))).toEqual([]);
  await person.leaves();
});

test('the rules are there for those who run no scripts', async () => {
  const person = await Person.arrives({ ...LAPTOP, javaScriptEnabled: false }, { address: site() });
  await person.page.goto(site());
  await person.page.getByRole('link', { name: 'The rules of ICE CULT' }).click();
  await person.page.getByRole('heading', { name: /IC-17/ }).waitFor();
  await person.leaves();
});
