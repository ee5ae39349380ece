/** What `floe site` writes, served by a plain file server under some path. */

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

test('the rules are there for those who run no scripts', async () => {
  const person = await Person.arrives({ ...LAPTOP, javaScriptEnabled: false }, { address: site() });
  await person.page.goto(site());
  await person.page.getByRole('link', { name: 'The rules of ICE CULT' }).click();
  await person.page.getByRole('heading', { name: /IC-17/ }).waitFor();
  await person.leaves();
});
