/** What only a browser shows of the boards: that they can be read at rest, how they celebrate an end, and sound. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import icecult from '../fixtures/icecult.json';
import last from '../fixtures/igluiglu-last.json';
import { against, Person, PHONE, withBrowser, type Wishes } from './browser';

withBrowser();

const WIDE = { viewport: { width: 1440, height: 900 } };
/** Without a graphics card the processor draws every frame, and a busy one takes its time. */
const PATIENCE = { timeout: 120_000 };

type Document = Record<string, unknown>;

/** A position of ICE CULT in which the first player moves, with stacks on all paths. */
const STACKED: Document = {
  ...(icecult[46]!.position.view as Document),
  paths: {
    n: ['y', 'gyrbb', 'rybg', '', 'b'],
    e: ['', '', 'ygr', '', ''],
    s: ['', 'bgr', '', '', ''],
    w: ['g', '', '', '', ''],
  },
  start: { y: 1, r: 1, g: 0, b: 0 },
  home: { y: 0, r: 0, g: 0, b: 0 },
};

async function at(position: Document, game: string, screen: object, wishes: Wishes = {}): Promise<Person> {
  const person = await Person.arrives(screen, wishes);
  const { settings, ...rest } = against(game);
  const table = await person.table({ ...rest, settings: { ...settings, rules: {} }, position });
  await person.go(`/t/${table.id}`);
  await person.page.locator('.line.mine').waitFor(PATIENCE);
  return person;
}

interface Box {
  name: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('in 3D on a %s screen labels lie apart, and a stack that is touched stays on its space', async (_, screen) => {
  const person = await at(STACKED, 'icecult', screen, { view: '3d' });
  const { page } = person;
  await page.locator('.board canvas').waitFor(PATIENCE);
  await page.locator('[data-stack]').first().waitFor(PATIENCE);
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.board [data-stack], .board .count')].map((one): Box => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { name: one.dataset['stack'] ?? one.textContent, left, right, top, bottom };
    }),
  );
  expect(boxes.map(({ name }) => name)).toEqual(expect.arrayContaining(['n2', 'n3', 'e3', 's2', '1', '0/5']));
  const meeting = boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.name} ${b.name}`),
  );
  expect(meeting).toEqual([]);
  // The colours of a stack from below, as they stand.
  const colours = page.locator('[data-stack="n2"] circle');
  const fills = await colours.evaluateAll((all) => all.map((one) => (one as SVGElement).style.fill));
  expect(fills).toEqual([...'gyrbb'].map((colour) => `var(--${colour})`));

  // No arrow points south, so that a touch moves nobody: the stack fans out to its right, its lowest pawn where it was.
  const space = (await page.locator('.board [data-target="s2"]').boundingBox())!;
  const middle = { x: space.x + space.width / 2, y: space.y + space.height / 2 };
  if (screen === PHONE) await page.touchscreen.tap(middle.x, middle.y - 6);
  else await page.mouse.move(middle.x, middle.y - 6);
  const open = page.locator('.zone.open');
  await open.waitFor(PATIENCE);
  await expect.poll(async () => (await open.boundingBox())!.width, PATIENCE).toBeGreaterThan(90);
  const zone = (await open.boundingBox())!;
  expect(Math.abs(zone.x + 22 - middle.x)).toBeLessThan(16);
  expect(zone.y).toBeLessThan(middle.y);
  expect(zone.y + zone.height).toBeGreaterThan(middle.y);
  await person.leaves();
});

test('the unfolded cubes explain themselves once, and can be read in a narrow panel', async () => {
  const narrow = { viewport: { width: 760, height: 900 } };
  const position = { ...(icecult[24]!.position.view as Document) };
  const person = await at(position, 'icecult', narrow, { view: '3d' });
  const { page } = person;
  const nets = page.locator('.nets').filter({ visible: true });
  await nets.waitFor(PATIENCE);
  expect((await nets.boundingBox())!.width).toBeLessThan(250);
  const sides = await nets
    .locator('.cell.side rect')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(Math.min(...sides)).toBeGreaterThan(24);
  await nets.getByRole('button', { name: 'Got it' }).click(PATIENCE);
  await page.reload();
  await nets.waitFor(PATIENCE);
  expect(await nets.locator('.explained').count()).toBe(0);
  await person.leaves();
});

/** From now on watch how many of these are to be seen, all the time; the answer tells each number in turn. */
async function watches(page: Page, selector: string): Promise<() => Promise<number[]>> {
  const numbers = await page.evaluateHandle((wanted) => {
    const count = () => [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility()).length;
    const seen = [count()];
    const note = () => count() !== seen.at(-1) && seen.push(count());
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  }, selector);
  return () => numbers.jsonValue();
}

const MOVING = { reducedMotion: 'no-preference' as const };

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('ICE CULT celebrates on a %s screen until a key or a touch goes on', async (_, screen) => {
  const position = icecult[46]!.position.view as Document;
  const person = await at(position, 'icecult', { ...screen, ...MOVING }, { speed: 0.5 });
  const { page } = person;
  const action = icecult[47]!.happened[0]!.action!;
  const hops = await watches(page, '.board .hops');
  await page.locator(`.board .steps [data-action="${action}"]`).click(PATIENCE);
  await expect.poll(hops).toContain(5);
  if (screen === PHONE) await page.touchscreen.tap(5, 5);
  else await page.keyboard.press('a');
  await expect.poll(hops).toEqual([0, 5, 0]);
  await page.locator('.board [data-feast="home"]').waitFor();
  // Whoever comes back finds what was reached, and no feast.
  await page.reload();
  await page.locator('.board [data-feast="home"]').waitFor();
  expect(await page.locator('.board .hops').count()).toBe(0);
  await person.leaves();
});

test('with less motion nobody hops', async () => {
  const person = await at(icecult[46]!.position.view as Document, 'icecult', WIDE);
  const { page } = person;
  const hops = await watches(page, '.hops');
  await page.locator(`.board .steps [data-action="${icecult[47]!.happened[0]!.action!}"]`).click();
  await page.locator('.board [data-feast="home"]').waitFor();
  await page.locator('.line.over').waitFor();
  expect(await hops()).toEqual([0]);
  await person.leaves();
});

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('the islands of IGLU IGLU count themselves on a %s screen', async (_, screen) => {
  const person = await at(last.position as Document, 'igluiglu', { ...screen, ...MOVING }, { speed: 1 });
  const { page } = person;
  const tally = await watches(page, '.board .tally');
  const counting = await watches(page, '.board :has(> .tally) > .map .shares');
  await page.locator('.board .end button').click(PATIENCE);
  await expect.poll(tally).toEqual([0, 1, 0]);
  const islands = await page.locator('.board .map .shares').count();
  expect(islands).toBeGreaterThan(1);
  // One after the other, and when all are counted the tally goes.
  expect(await counting()).toEqual([...Array(islands + 1).keys(), 0]);
  await person.leaves();
});

test('sound is offered once, and nothing is heard before it was accepted', async () => {
  const person = await at(STACKED, 'icecult', WIDE, { speed: 4 });
  const { page } = person;
  await person.context.addInitScript(() => {
    const Real = AudioContext;
    Object.assign(window, { contexts: 0 });
    window.AudioContext = class extends Real {
      constructor() {
        super();
        (window as unknown as { contexts: number }).contexts++;
      }
    };
  });
  await page.reload();
  const contexts = () => page.evaluate(() => (window as unknown as { contexts: number }).contexts);
  const offer = page.getByRole('status').filter({ hasText: 'Sound on' });
  for (let actions = 0; actions < 12 && !(await offer.count()); actions++) {
    await expect.poll(() => person.isWaitedFor(), PATIENCE).toBe(true);
    const step = page.locator('.board :is(.steps, .turns, .tilts, .end) button:not([aria-disabled="true"]):visible');
    await step.first().click(PATIENCE);
    await page.waitForTimeout(300);
  }
  expect(await contexts()).toBe(0);
  await offer.getByRole('button', { name: 'Sound on' }).click();
  expect(await contexts()).toBe(1);
  await page.reload();
  await page.locator('.line').first().waitFor(PATIENCE);
  expect(await offer.count()).toBe(0);
  await person.go('/settings');
  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.focus();
  await page.keyboard.press('End');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('floe.settings')!).volume)).toBe(10);
  await person.leaves();
});
