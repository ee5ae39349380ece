/** Every shape of screen: the whole board in sight, one menu, the own clock, and no word of keys where there are none. */

import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { NewTable } from '../../src/protocol';
import { fits, serious } from './axe';
import { Person, PHONE, withBrowser } from './browser';

withBrowser({ webgl: false });

const sized = (width: number, height: number): BrowserContextOptions => ({ viewport: { width, height } });
const SIDE: BrowserContextOptions = { ...PHONE, ...sized(844, 390) };
const TABLET: BrowserContextOptions = { ...PHONE, ...sized(820, 1180) };
const LAPTOP = sized(1440, 900);
const WIDE = sized(2560, 1440);

const four = (game: string): NewTable => ({
  settings: {
    game,
    seats: [{ who: 'me' }, ...[1, 2, 3].map(() => ({ who: 'machine' as const, level: 'beginner' }))],
    clock: { type: 'live', seconds: 600, increment: 0 },
    pace: 0,
  },
  name: 'Ada',
});

async function sits(screen: BrowserContextOptions, game: string): Promise<Person> {
  const person = await Person.arrives(screen);
  const { id } = await person.table(four(game));
  await person.go(`/t/${id}`);
  await person.page.locator('.line.mine').waitFor();
  await person.rests();
  return person;
}

/** The part of an element that is on the screen, without scrolling. */
async function inSight({ page }: Person, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const [w, h] = [
        Math.min(right, innerWidth) - Math.max(left, 0),
        Math.min(bottom, innerHeight) - Math.max(top, 0),
      ];
      return width && height ? (Math.max(0, w) * Math.max(0, h)) / (width * height) : 0;
    });
}

const BOARD = { icecult: '.play .board .board', igluiglu: '.play .board .stage' } as const;
const GAMES = Object.keys(BOARD) as (keyof typeof BOARD)[];

describe.each([
  ['a phone', PHONE],
  ['a phone on its side', SIDE],
  ['a tablet', TABLET],
  ['a laptop', LAPTOP],
  ['a wide screen', WIDE],
] as const)('on %s', (_, screen) => {
  test.each(GAMES)('the whole board of %s is in sight, with what is due and the own clock', async (game) => {
    const person = await sits(screen, game);
    expect(await inSight(person, BOARD[game])).toBeGreaterThan(0.97);
    expect(await inSight(person, '.play .due p')).toBe(1);
    const clocks = await person.page.getByRole('timer').filter({ visible: true }).all();
    const seen = await Promise.all(
      clocks.map(async (clock) => {
        const box = await clock.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= screen.viewport!.height && (await clock.innerText());
      }),
    );
    expect(seen.filter((text) => text && /Ada/.test(text)).length).toBeGreaterThan(0);
    expect(await serious(person.page)).toEqual([]);
    expect(await fits(person.page)).toBe(true);
    await person.leaves();
  });
});

test('on its side a phone gives the board all its height, and the controls are beside it', async () => {
  for (const game of GAMES) {
    const person = await sits(SIDE, game);
    const board = (await person.page.locator(BOARD[game]).first().boundingBox())!;
    expect(board.height, game).toBeGreaterThan(340);
    const actions = (await person.page.locator('.play > .actions').boundingBox())!;
    expect(actions.x, game).toBeGreaterThan(board.x + board.width - 1);
    expect(actions.y + actions.height, game).toBeLessThanOrEqual(390);
    await person.leaves();
  }
});

test.each([PHONE, SIDE, TABLET])(
  'at a table there is one menu, with all that the page offers, on %o',
  async (screen) => {
    const person = await sits(screen, 'icecult');
    expect(
      await person.page
        .getByRole('button', { name: /^(Menu|More)$/ })
        .filter({ visible: true })
        .count(),
    ).toBe(1);
    await person.page.getByRole('button', { name: 'More' }).click();
    await person.page.getByRole('link', { name: 'My games' }).click();
    await person.page.waitForURL('**/games');
    await person.page.getByRole('button', { name: 'Menu' }).waitFor();
    await person.leaves();
  },
);

test('keys are spoken of where there are keys', async () => {
  const fingers = await sits(PHONE, 'icecult');
  await fingers.page.getByRole('button', { name: 'More' }).click();
  expect(await fingers.page.getByRole('button', { name: 'Keyboard shortcuts' }).count()).toBe(0);
  await fingers.leaves();
  const keys = await sits(LAPTOP, 'icecult');
  await keys.page.getByRole('button', { name: 'More' }).click();
  await keys.page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await keys.leaves();
});

test('F fills the screen and gives it back', async () => {
  const person = await sits(LAPTOP, 'icecult');
  const filled = () => person.page.evaluate(() => document.fullscreenElement !== null);
  await person.page.keyboard.press('f');
  await expect.poll(filled).toBe(true);
  await person.page.keyboard.press('f');
  await expect.poll(filled).toBe(false);
  await person.page.getByRole('button', { name: 'More' }).click();
  await person.page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(filled).toBe(true);
  await person.leaves();
});

test('with a hint further down the instruction stays in sight', async () => {
  const person = await sits(PHONE, 'icecult');
  await person.page.getByRole('button', { name: 'Hint' }).click();
  await person.page.locator('.notes .hint').waitFor();
  await person.page.locator('.notes .hint').scrollIntoViewIfNeeded();
  expect(await inSight(person, '.play .due p')).toBe(1);
  await person.leaves();
});

test('on a wide screen the log ends where it can be read', async () => {
  const person = await sits(WIDE, 'igluiglu');
  const side = (await person.page.locator('.play > .side').boundingBox())!;
  expect(side.height).toBeLessThan(800);
  await person.leaves();
});
