/** How a person plays: by pointing at what the screen offers, or by keys alone. What is legal is read from the socket. */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { StateMessage } from '../../src/protocol';
import type { Person } from './browser';

export type Touch = (target: Locator) => Promise<void>;

export const click: Touch = (target) => target.click({ timeout: 4_000 }).catch(gone);
export const tap: Touch = (target) => target.tap({ timeout: 4_000 }).catch(gone);

/** What was pointed at has changed meanwhile; whoever plays looks again. */
function gone(): void {}

/** A little chance that is the same on every run. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(items: readonly T[], draw: () => number): T {
  return items[Math.floor(draw() * items.length)]!;
}

const over = (state: StateMessage) => state.table.status === 'over';

/** Play until the game is over, or far enough. `act` does one thing that changes the table. */
async function playOn(
  person: Person,
  act: (state: StateMessage) => Promise<void>,
  enough = over,
): Promise<StateMessage> {
  for (let actions = 0; actions < 1500; actions++) {
    // What came over the socket is shown move by move, and only then is it the person's turn.
    const ready = async () => person.state !== null && (over(person.state) || (await person.isWaitedFor()));
    await expect.poll(ready, { interval: 20 }).toBe(true);
    const state = person.state!;
    if (over(state) || enough(state)) return state;
    await act(state);
    await person.until((now) => now.version > state.version);
  }
  throw new Error('this game does not end');
}

// ICE CULT

/** Do an action of ICE CULT as the tray and the board offer it, as soon as they do. */
async function doIceCult(person: Person, action: string, touch: Touch): Promise<void> {
  const board = person.page.locator('.board');
  const version = person.state!.version;
  for (let tries = 0; person.state!.version === version && tries < 60; tries++) {
    const next = await nextTouch(board, action, tries);
    if (next) await touch(next);
    await person.page.waitForTimeout(80);
  }
}

/**
 * What has to be touched next for an action: itself, the symbol that it is done with, or nothing yet. In a stack all but
 * the edge of a pawn lies under the next one: who gets nowhere on the board takes the same action from the list.
 */
export async function nextTouch(board: Locator, action: string, tries = 0): Promise<Locator | null> {
  if (action === 'end') return shown(board.locator('.end button'));
  const confirm = await shown(board.locator('.confirm button'));
  if (confirm) return confirm; // a finger first sees what a tilt brings, and then says yes
  const where = tries > 4 ? 'button:not([aria-hidden])' : '';
  const itself = await shown(board.locator(`${where}[data-action="${action}"]:not([aria-disabled="true"])`));
  if (itself || !/[@+-]/.test(action)) return itself;
  const free = '[aria-disabled="false"]:not([aria-pressed="true"])';
  const kind = /[+-]$/.test(action) ? '.arc:not(.dim)' : action.startsWith('*') ? '.circle:not(.dim)' : null;
  // A circle may have been picked by a touch that came when the action was already done: it is let go.
  const circle = kind === null && (await shown(board.locator('.item.circle[aria-pressed="true"]')));
  if (circle) return circle;
  const picked = kind && (await shown(board.locator(`.item${kind}[aria-pressed="true"]`)));
  const first = kind && !picked && (await shown(board.locator(`.item${kind}${free}`)));
  return first || shown(board.locator(`.item[data-slot="${action.replace('*', '')[0]}"]${free}`));
}

async function shown(target: Locator): Promise<Locator | null> {
  const first = target.filter({ visible: true }).first();
  return (await first.count()) ? first : null;
}

export function playIceCult(
  person: Person,
  touch: Touch = click,
  seed = 1,
  enough?: (state: StateMessage) => boolean,
): Promise<StateMessage> {
  const draw = chance(seed);
  const act = async (state: StateMessage) => {
    const legal = state.position!.legal;
    // Whoever only turns cubes gets nowhere.
    const useful = legal.filter((action) => !/[+-]$/.test(action));
    await doIceCult(person, pick(useful.length ? useful : legal, draw), touch);
  };
  return playOn(person, act, enough);
}

// IGLU IGLU

/** Point at anything that can be done, until something was done: first at what begins an action, then at what ends it. */
export function playIgluIglu(person: Person, touch: Touch = click, seed = 1): Promise<StateMessage> {
  const draw = chance(seed);
  const { page } = person;
  return playOn(person, async (state) => {
    const end = page.locator('.board .end button:visible');
    const acts = page.locator('.board .cell[data-action], .board .option[data-action]:visible');
    const begins = page.locator(
      '.board .cell.pickable:not([data-action]), .board .tile.able:visible, .board .option:not([data-action]):visible',
    );
    for (let tries = 0; person.state!.version === state.version && tries < 60; tries++) {
      const [able, beginnings] = [await acts.all(), await begins.all()];
      if ((await end.count()) && (!(able.length + beginnings.length) || draw() < 0.6)) await touch(end.first());
      else if (able.length && (!beginnings.length || draw() < 0.8)) await touch(pick(able, draw));
      else if (beginnings.length) await touch(pick(beginnings, draw));
      await page.waitForTimeout(60);
    }
  });
}

// By keys alone

async function focused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

/** Press a key until the focus is where it is wanted. */
async function walk(page: Page, key: string, selector: string, most: number): Promise<boolean> {
  for (let steps = 0; steps <= most; steps++) {
    if (await focused(page, selector)) return true;
    await page.keyboard.press(key);
  }
  return false;
}

/** Go to something with Tab, and inside a group of buttons with the arrow keys. */
async function reach(page: Page, selector: string, group: string): Promise<void> {
  if (await focused(page, selector)) return;
  for (let groups = 0; groups < 6; groups++) {
    if (!(await walk(page, 'Tab', group, 80))) break;
    if (await walk(page, 'ArrowRight', selector, 12)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no key leads to ${selector}`);
}

export function playIceCultByKeys(person: Person, seed = 1): Promise<StateMessage> {
  const draw = chance(seed);
  const { page } = person;
  return playOn(person, async (state) => {
    const useful = state.position!.legal.filter((action) => !/^\*|[+-]$/.test(action));
    await doIceCultByKeys(page, pick(useful.length ? useful : state.position!.legal, draw));
  });
}

/** Do an action of ICE CULT with Tab, the arrow keys and Enter. */
export async function doIceCultByKeys(page: Page, action: string): Promise<void> {
  if (action === 'end') {
    await reach(page, '.board .end button', '.board .end button');
  } else {
    // What lies on the board itself is for pointers; keys have the lists beside it.
    const wanted = `.board button:not([aria-hidden])[data-action="${action}"]`;
    if (/[@+-]/.test(action) && !(await page.locator(`${wanted}:visible`).count())) {
      const slot = action.replace('*', '')[0];
      const first = action.startsWith('*')
        ? '.item.circle'
        : /[+-]$/.test(action)
          ? '.item.arc'
          : `.item[data-slot="${slot}"]`;
      await reach(page, `.board ${first}`, '.board .item');
      await page.keyboard.press('Enter');
      if (action.startsWith('*') && !(await page.locator(`${wanted}:visible`).count())) {
        await reach(page, `.board .item[data-slot="${slot}"]`, '.board .item');
        await page.keyboard.press('Enter');
      }
    }
    await reach(page, wanted, '.board button:not([aria-hidden])[data-action]');
  }
  await page.keyboard.press('Enter');
}

export function playIgluIgluByKeys(person: Person): Promise<StateMessage> {
  const { page } = person;
  return playOn(person, async (state) => {
    for (let tries = 0; person.state!.version === state.version && tries < 40; tries++) {
      const end = '.board .end button';
      if ((await page.locator(`${end}:visible`).count()) && tries === 0) {
        await reach(page, end, end);
      } else if (tries % 2 === 0 && (await page.locator('.board .option:not(.chosen):visible').count())) {
        await reach(page, '.board .option:not(.chosen)', '.board .option');
      } else {
        if (!(await focused(page, '.board .cell'))) await walk(page, 'Tab', '.board .cell', 80);
        await page.keyboard.press('n');
      }
      await page.keyboard.press('Enter');
      await page.waitForTimeout(60);
    }
  });
}

// Any game on the plain board

export function playPlain(person: Person, touch = click, seed = 1): Promise<StateMessage> {
  const draw = chance(seed);
  return playOn(person, async (state) => {
    const action = pick(state.position!.legal, draw);
    await touch(person.page.locator(`.board [data-action="${action}"]`));
  });
}

export function playPlainByKeys(person: Person, seed = 1): Promise<StateMessage> {
  const draw = chance(seed);
  return playOn(person, async (state) => {
    await reach(person.page, `.board [data-action="${pick(state.position!.legal, draw)}"]`, '.board [data-action]');
    await person.page.keyboard.press('Enter');
  });
}
