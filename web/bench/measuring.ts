/** Measurements in a page. They are written to `window.floe`, where the bench reads them. */

import type { Page } from 'playwright-core';

interface Measured {
  /** Milliseconds from the navigation until the board was painted. */
  board: number;
  /** From each pointer event until it was dealt with, and until the next paint (which is told in steps of 8 ms). */
  inputs: { done: number; painted: number }[];
}

declare global {
  interface Window {
    floe: Measured;
  }
}

/** Watch for the board and for inputs, from the next navigation on. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.floe = { board: 0, inputs: [] };
    const look = () => {
      const board = document.querySelector('.board :is(canvas, svg)');
      if (!board?.getBoundingClientRect().width) return void requestAnimationFrame(look);
      // It is painted by the end of the frame in which it was found: the next one tells.
      requestAnimationFrame(() => (window.floe.board = performance.now()));
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration, processingEnd } of list.getEntries() as PerformanceEventTiming[])
        if (name === 'pointerover' || name === 'pointerenter')
          window.floe.inputs.push({ done: processingEnd - startTime, painted: duration });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Milliseconds from navigating to a table until its board is there; the middle of several tries. */
export async function boardAfter(page: Page, address: string, tries = 5): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < tries; i++) {
    await page.goto(new URL('/icon.svg', address).href); // the next navigation starts from nothing
    await page.waitForTimeout(1500); // what the page before had ordered to be drawn is done
    await page.goto(address);
    await page.waitForFunction(() => window.floe?.board > 0);
    found.push(await page.evaluate(() => window.floe.board));
  }
  return median(found);
}

/** The browser tells of an event only if it took longer than this. */
const UNTOLD = 16;

/** Milliseconds from pointing at each of some things until that was dealt with, and until the next paint. */
export async function pointingAt(page: Page, things: string): Promise<{ done: number[]; painted: number[] }> {
  await page.evaluate(() => (window.floe.inputs = []));
  const all = await page.locator(things).all();
  for (const one of all) {
    await one.hover();
    await page.waitForTimeout(150);
  }
  const told = await page.evaluate(() => window.floe.inputs);
  const quick = Array.from({ length: Math.max(0, all.length - told.length) }, () => ({
    done: UNTOLD,
    painted: UNTOLD,
  }));
  const each = [...told, ...quick];
  return { done: each.map(({ done }) => done), painted: each.map(({ painted }) => painted) };
}

/** Milliseconds between two frames of the page while something else is going on. */
export async function frames(page: Page, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    const tick = (at: number) => {
      times.push(at);
      if (Reflect.get(window, 'counting')) requestAnimationFrame(tick);
    };
    Object.assign(window, { counting: true, times });
    requestAnimationFrame(tick);
  });
  await during();
  return page.evaluate(() => {
    Reflect.set(window, 'counting', false);
    const times = Reflect.get(window, 'times') as number[];
    return times.slice(1).map((at, index) => at - times[index]!);
  });
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

export function worst(values: readonly number[]): number {
  return Math.max(...values);
}
