/** How a person plays at a table of their own device, where no socket tells what is legal. */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { chance } from './playing';

/** The version of the table that the screen shows, while it waits for the person. */
async function waitedFor(page: Page): Promise<number | null> {
  const shown = page.locator('.play[data-waits]');
  return (await shown.count()) ? Number(await shown.getAttribute('data-version')) : null;
}

/** What can be pointed at in ICE CULT. Not all of it does something: some begins an action, some says why not. */
const OFFERED = '[data-action], .confirm button, .end button, .item:not(.dim):not([aria-pressed="true"])';

/** Make so many actions of ICE CULT, by pointing at this and that; fewer, if something comes up before. */
export async function plays(page: Page, actions: number, { until }: { until?: Locator } = {}): Promise<void> {
  const draw = chance(actions);
  const offered = page.locator(`.board :is(${OFFERED}):not([aria-disabled="true"]):visible`);
  const stopped = async () => (await until?.count()) ?? 0;
  for (let made = 0; made < actions; made++) {
    await expect.poll(async () => (await stopped()) || (await waitedFor(page))).not.toBeNull();
    if (await stopped()) return;
    const before = (await waitedFor(page))!;
    const point = async () => {
      if ((await waitedFor(page)) !== before) return true;
      const all = await offered.all();
      const one = all[Math.floor(draw() * all.length)];
      await one?.click({ timeout: 2000 }).catch(() => {}); // it may have changed meanwhile
      return false;
    };
    await expect.poll(point, { interval: 100 }).toBe(true);
  }
}
