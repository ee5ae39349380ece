/** A browser for tests: people with a screen each, who see no fault in the console. */

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { NewTable, State, Table } from '../../src/protocol';

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

let browser: Browser;

/** To be called once in a file of tests. Without WebGL the browser draws pages as it does where there is no graphics card. */
export function withBrowser({ webgl = true } = {}): void {
  beforeAll(async () => {
    const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
    browser = await chromium.launch({
      executablePath,
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
}

export class Person {
  readonly faults: string[] = [];
  /** The newest state that the server has sent over the socket. */
  state: State | null = null;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly address: string,
  ) {
    page.on('console', (line) => line.type() === 'error' && this.faults.push(line.text()));
    page.on('pageerror', (fault) => this.faults.push(String(fault)));
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(String(payload)) as { type: string };
        if (message.type === 'state') this.state = message as unknown as State;
      }),
    );
  }

  static async arrives(screen: BrowserContextOptions = LAPTOP, wishes: Wishes = {}): Promise<Person> {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...screen });
    const { view = '2d', language = 'auto', ...others } = wishes;
    const kept = JSON.stringify({ view, language, speed: 4, ...others });
    await context.addInitScript((text) => {
      if (!localStorage.getItem('floe.settings')) localStorage.setItem('floe.settings', text);
    }, kept);
    return new Person(context, await context.newPage(), inject('address'));
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.address + path);
    await this.page.locator('main, h1').first().waitFor();
  }

  /** A table that this person has set up, without the screens for it. */
  async table(wanted: NewTable): Promise<Table> {
    await this.context.request.get(`${this.address}/api/me`);
    const answer = await this.context.request.post(`${this.address}/api/tables`, { data: wanted });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as Table;
  }

  /** Wait until the screen shows a state of which this is true. */
  async until(what: (state: State) => boolean, ms = 60_000): Promise<State> {
    await expect.poll(() => this.state !== null && what(this.state), { timeout: ms, interval: 50 }).toBe(true);
    return this.state!;
  }

  async leaves(): Promise<void> {
    await this.context.close();
    expect(this.faults).toEqual([]);
  }
}

/** A short game of ICE CULT, or one of IGLU IGLU, against the weakest machine, without any pause. */
export function against(game: 'icecult' | 'igluiglu', rules: Record<string, unknown> = {}): NewTable {
  const seats = [{ who: 'me' as const }, { who: 'machine' as const, level: 'beginner' }];
  return { settings: { game, seats, rules, pace: 0 }, name: 'Ada' };
}
