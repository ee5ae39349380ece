/** By day: every screen in light colours, for everybody (axe looks at the contrast), and on paper. */

import { describe, expect, test } from 'vitest';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';
import { SCREENS } from './screens';

withBrowser({ webgl: false });

async function byDay(screen = LAPTOP): Promise<Person> {
  return Person.arrives(screen, { theme: 'light' });
}

describe.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
] as const)('by day on a %s', (_, screen) => {
  test.each(SCREENS)('%s is for everybody', async (path) => {
    const person = await byDay(screen);
    await person.go(path);
    await person.page.waitForLoadState('networkidle'); // also what is shown once the server has spoken
    expect(await person.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
    expect(await serious(person.page)).toEqual([]);
    expect(await fits(person.page)).toBe(true);
    await person.leaves();
  });

  test.each(['icecult', 'igluiglu'])('a table of %s is for everybody', async (game) => {
    const person = await byDay(screen);
    const { id } = await person.table(against(game));
    await person.go(`/t/${id}`);
    await person.page.locator('.line.mine').waitFor();
    expect(await serious(person.page)).toEqual([]);
    await person.page.getByRole('tab', { name: 'Chat' }).click();
    expect(await serious(person.page)).toEqual([]);
    await person.leaves();
  });
});

test('whoever chooses the day has it at once, and the system is followed where one says so', async () => {
  const person = await Person.arrives({ ...LAPTOP, colorScheme: 'dark' });
  const theme = () => person.page.evaluate(() => document.documentElement.dataset['theme']);
  await person.go('/settings');
  expect(await theme()).toBe('dark');
  await person.page.getByText('Polar day').click();
  await expect.poll(theme).toBe('light');
  await person.page.getByRole('group', { name: 'Theme' }).getByText('Same as the system').click();
  await expect.poll(theme).toBe('dark');
  await person.page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(theme).toBe('light');
  await person.leaves();
});

test('on paper the menus are left out, and the words are dark on white', async () => {
  const person = await Person.arrives(LAPTOP);
  await person.go('/about');
  await person.page.emulateMedia({ media: 'print' });
  expect(await person.page.locator('#app > header').isVisible()).toBe(false);
  await person.page.getByRole('heading', { name: 'What is ours' }).waitFor();
  const [words, ground] = await person.page.evaluate(() => [
    getComputedStyle(document.querySelector('h1')!).color,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  expect([words, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await person.leaves();
});
