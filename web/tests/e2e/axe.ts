/** What is asked of every screen: that it is for everybody, and fits. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds that is more than a nicety. */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(() =>
    (window as unknown as { axe: { run: (o: unknown) => Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    );
}

/** Nothing may stick out to the side. */
export async function fits(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1);
}
