/** A browser for tests: people with a screen each, who see no fault in the console. */

import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFailed } from 'vitest';
import type { NewTable, StateMessage, TableView } from '../../src/protocol';
import { chromiumHere } from './chromium';

const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

export const LAPTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const SMALL_PHONE: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } };

/** Pictures of failed tests; not kept in the project. */
const FAILED = 'tests/e2e/failed';

/** What is kept of somebody who has played both games often enough. */
const KNOWN = JSON.stringify({ icecult: { games: 9 }, igluiglu: { games: 9 } });

let browser: Browser;

/** To be called once in a file of tests. Without WebGL the browser draws pages as it does where there is no graphics card. */
export function withBrowser({ webgl = true } = {}): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumHere() ?? 'chromium',
      args: ['--no-sandbox', ...QUIET, ...(webgl ? WEBGL : ['--disable-gpu'])],
    });
  });
  afterAll(async () => {
    await browser?.close();
  });
}

/** What the app keeps of a person's settings, chosen before the first page is opened. */
export interface Wishes {
  language?: 'en' | 'de' | 'fr' | 'it';
  view?: '2d' | '3d';
  scoreMap?: boolean;
  threats?: boolean;
  speed?: number;
  forced?: boolean;
  theme?: 'dark' | 'light' | 'auto';
  /** Somebody who has never played here: with a coach and all that comes with the first games. */
  newcomer?: boolean;
  /** Where pages are: the one server of all tests, unless told. */
  address?: string;
}

/** A browser asks for a page's icon again whenever the address changes, and complains by itself when it is offline. */
const ofTheIcon = (line: ConsoleMessage) =>
  line.location().url.endsWith('/icon.svg') && line.text().includes('ERR_INTERNET_DISCONNECTED');

export class Person {
  readonly faults: string[] = [];
  /** The newest state that the server has sent over the socket. */
  state: StateMessage | null = null;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly address: string,
  ) {
    page.on('console', (line) => line.type() === 'error' && !ofTheIcon(line) && this.faults.push(line.text()));
    page.on('pageerror', (fault) => this.faults.push(String(fault)));
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(String(payload)) as { type: string };
        if (message.type === 'state') this.state = message as unknown as StateMessage;
      }),
    );
  }

  static async arrives(screen: BrowserContextOptions = LAPTOP, wishes: Wishes = {}): Promise<Person> {
    const context = await browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // it would keep the whole app anew for each person
      ...screen,
    });
    context.setDefaultTimeout(120_000); // a busy machine is no fault
    const { view = '2d', language = 'auto', address = inject('address'), newcomer = false, ...others } = wishes;
    const kept = JSON.stringify({ view, language, speed: 4, ...others });
    await context.addInitScript((text) => {
      if (!localStorage.getItem('floe.settings')) localStorage.setItem('floe.settings', text);
    }, kept);
    if (!newcomer) await context.addInitScript((text) => localStorage.setItem('floe.coach', text), KNOWN);
    const person = new Person(context, await context.newPage(), address);
    onTestFailed(({ task }) => person.showsWhatWentWrong(task.name));
    return person;
  }

  /** Keep what a failed test left on the screen. */
  private async showsWhatWentWrong(test: string): Promise<void> {
    const name = test.replace(/\W+/g, '-');
    await this.page.screenshot({ path: `${FAILED}/${name}-${Date.now() % 1000}.png` }).catch(() => {});
    console.error([test, this.page.url(), ...this.faults].join('\n'));
    if (this.state) console.error(JSON.stringify({ ...this.state, happened: undefined }).slice(0, 3000));
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.address + path);
    await this.page.locator('main, h1').first().waitFor();
  }

  /** A table that this person has set up, without the screens for it. */
  async table(wanted: NewTable): Promise<TableView> {
    await this.context.request.get(`${this.address}/api/me`);
    const answer = await this.context.request.post(`${this.address}/api/tables`, { data: wanted });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as TableView;
  }

  /** Wait until the screen shows a state of which this is true. */
  async until(what: (state: StateMessage) => boolean): Promise<StateMessage> {
    await expect.poll(() => this.state !== null && what(this.state)).toBe(true);
    return this.state!;
  }

  /** Whether the screen shows the newest state and waits for this person. */
  async isWaitedFor(): Promise<boolean> {
    const shown = await this.page.evaluate(
      () => document.querySelector<HTMLElement>('.play[data-waits]')?.dataset['version'],
    );
    return shown !== undefined && Number(shown) === this.state?.version;
  }

  /** Wait until the screen is at rest: all has come, no movement is under way, and everything keeps its place. */
  async rests(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    let [before, same] = ['', 0];
    const look = async () => {
      const now = await this.page.evaluate(async () => {
        await document.fonts.ready;
        const ending = document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(ending.map((one) => one.finished));
        await new Promise(requestAnimationFrame);
        return JSON.stringify([...document.querySelectorAll('body *')].map((one) => one.getBoundingClientRect()));
      });
      same = now === before ? same + 1 : 0;
      before = now;
      return same;
    };
    await expect.poll(look).toBeGreaterThan(3);
  }

  /** From now on watch where the board is drawn, all the time; the answer tells each place, `left,top width×height`. */
  async watchesTheBoard(): Promise<() => Promise<string[]>> {
    await this.page.locator('.line.mine').waitFor();
    await this.rests(); // it has come in by now
    await this.page.evaluate(() => {
      const places = new Set<string>();
      Object.assign(window, { boardPlaces: places });
      setInterval(() => {
        const board = document.querySelector('.play .board :is(svg, canvas, img)')?.getBoundingClientRect();
        if (!board) return;
        const [left, top, width, height] = [board.left, board.top + scrollY, board.width, board.height].map(Math.round);
        places.add(`${left},${top} ${width}×${height}`);
      }, 20);
    });
    return () => this.page.evaluate(() => [...(window as unknown as { boardPlaces: Set<string> }).boardPlaces]);
  }

  /** Nothing went wrong on this person's screen, but for what the test did on purpose. */
  async leaves(onPurpose?: RegExp): Promise<void> {
    await this.context.close();
    expect(this.faults.filter((fault) => !onPurpose?.test(fault))).toEqual([]);
  }
}

/** A game against the weakest machine, without any pause. */
export function against(game: string, rules: Record<string, unknown> = {}): NewTable {
  const seats = [{ who: 'me' as const }, { who: 'machine' as const, level: 'beginner' }];
  return { settings: { game, seats, rules, pace: 0 }, name: 'Ada' };
}
