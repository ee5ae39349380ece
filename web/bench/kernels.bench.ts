/** Compiled kernels: their sizes, and how fast they search. Nothing is judged here: a busy machine is no fault. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { Kernels, type Budget } from '../src/kernels/service';
import { withBrowser } from '../tests/e2e/browser';
import { onPage, SEARCHES, withPage } from '../tests/kernels/serving';
import { startNative } from './native';
import { kb, report, type Row } from './report';
import { kernelSizes } from './sizes';

withBrowser({ webgl: false });
withPage();

const ROUNDS = 6; // the best counts
// Until a kernel has run for a while it runs as a quick compiler left it, at two thirds of its speed or less.
const WARM_UP = { milliseconds: 2000 };

const rows: Row[] = [];
afterAll(() => report(rows));

test('sizes', () => {
  const sizes = kernelSizes();
  expect(sizes.length).toBeGreaterThan(0);
  for (const { name, raw, gzipped } of sizes) rows.push([`${name}, and gzipped`, `${kb(raw)}, ${kb(gzipped)}`, '']);
  const sum = (of: 'raw' | 'gzipped') => kb(sizes.reduce((all, one) => all + one[of], 0));
  rows.push(['kernels in all, and gzipped', `${sum('raw')}, ${sum('gzipped')}`, '120 kB at most, gzipped']);
});

test.each(SEARCHES)('%s, by %s', async (game, judgeBy) => {
  const native = startNative();
  const kernels = new Kernels(game, async (name) => Uint8Array.from(readFileSync(`public/kernels/${name}`)));
  const person = await onPage();
  const best = { native: 0, node: 0, chromium: 0 };
  const { simulations, state } = await native.measure(game, judgeBy);
  await inNode(kernels, judgeBy, state, WARM_UP);
  await inWorker(person.page, game, judgeBy, state, WARM_UP);
  for (let round = 1; round <= ROUNDS; round++) {
    best.native = Math.max(best.native, (await native.measure(game, judgeBy)).rate);
    best.node = Math.max(best.node, await inNode(kernels, judgeBy, state, { simulations }));
    best.chromium = Math.max(best.chromium, await inWorker(person.page, game, judgeBy, state, { simulations }));
  }
  native.end();
  await person.leaves();
  const persecond = (rate: number) => `${(rate / 1000).toFixed(0)} k/s`;
  const beside = (rate: number) => `${persecond(rate)}, ${(rate / best.native).toFixed(2)} ×`;
  const what = `${game}, by ${judgeBy}: simulations`;
  rows.push(
    [`${what}, native, on one thread`, persecond(best.native), ''],
    [`${what} in Node`, beside(best.node), '0.5 × or more'],
    [`${what} in Chromium's worker`, beside(best.chromium), '0.5 × or more'],
  );
});

/** Simulations a second in one search. */
async function inNode(kernels: Kernels, judgeBy: string, state: string, budget: Budget): Promise<number> {
  const bytes = Uint8Array.from(Buffer.from(state, 'base64'));
  const begun = performance.now();
  const { simulations } = await kernels.think(bytes, 0, judgeBy, budget);
  return (simulations / (performance.now() - begun)) * 1000;
}

/** The same in the page's worker, which lives as long as the page, so that it stays warm. */
function inWorker(page: Page, game: string, judgeBy: string, state: string, budget: Budget): Promise<number> {
  return page.evaluate(
    async ([name, judgeBy, state, budget]) => {
      const { LocalGame, startWorker } = window.kernels;
      const base = new URL('/kernels/', location.href).href;
      const kept = window as { searched?: InstanceType<typeof LocalGame> };
      const game = (kept.searched ??= new LocalGame(name, startWorker(), base));
      const bytes = Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0));
      const begun = performance.now();
      const { simulations } = await game.think(bytes, 0, judgeBy, budget);
      return (simulations / (performance.now() - begun)) * 1000;
    },
    [game, judgeBy, state, budget] as const,
  );
}
