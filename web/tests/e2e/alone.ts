/** How a person plays at a table of their own device, where no socket tells what is legal. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The version of the table that the screen shows, while it waits for the person. */
async function waitedFor(page: Page): Promise<number | null> {
  const shown = page.locator('.play[data-waits]');
  return (await shown.count()) ? Number(await shown.getAttribute('data-version')) : null;
}

/** Make so many actions of ICE CULT, whichever are offered first. */
export async function plays(page: Page, actions: number): Promise<void> {
  for (let made = 0; made < actions; made++) {
    await expect.poll(() => waitedFor(page), { timeout: 60_000 }).not.toBeNull();
    const before = (await waitedFor(page))!;
    const offered = page.locator(
      '.board .confirm button:visible, .board [data-action]:visible:not([aria-disabled="true"]), .board .end button:visible, ' +
        '.board .item[aria-disabled="false"]:not([aria-pressed="true"]):visible',
    );
    await expect
      .poll(
        async () => {
          if (((await waitedFor(page)) ?? before + 1) !== before) return true;
          await offered
            .first()
            .click({ timeout: 2000 })
            .catch(() => {}); // it may have changed meanwhile
          return false;
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(true);
  }
}
