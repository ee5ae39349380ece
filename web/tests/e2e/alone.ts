/** How a person plays at a table of their own device, where no socket tells what is legal. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The version of the table that the screen shows, while it waits for the person. */
async function waitedFor(page: Page): Promise<number | null> {
  const shown = page.locator('.play[data-waits]');
  return (await shown.count()) ? Number(await shown.getAttribute('data-version')) : null;
}

/** What can be pointed at in ICE CULT; what ends a turn first, then what does something, then what begins it. */
const OFFERED = ['.end button', '.confirm button', '[data-action]', '.item:not(.dim):not([aria-pressed="true"])'];

/** Make so many actions of ICE CULT, whichever are offered first. */
export async function plays(page: Page, actions: number): Promise<void> {
  for (let made = 0; made < actions; made++) {
    await expect.poll(() => waitedFor(page), { timeout: 60_000 }).not.toBeNull();
    const before = (await waitedFor(page))!;
    const point = async () => {
      if ((await waitedFor(page)) !== before) return true;
      for (const what of OFFERED) {
        const offered = page.locator(`.board ${what}:not([aria-disabled="true"]):visible`).first();
        if (!(await offered.count())) continue;
        await offered.click({ timeout: 2000 }).catch(() => {}); // it may have changed meanwhile
        break;
      }
      return false;
    };
    await expect.poll(point, { timeout: 60_000, interval: 100 }).toBe(true);
  }
}
