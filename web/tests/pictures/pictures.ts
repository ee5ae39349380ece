/** Pictures of the main screens, for the documentation: they are written to docs/pictures. */

import { join, resolve } from 'node:path';
import { test } from 'vitest';
import type { NewTable } from '../../src/protocol';
import { LAPTOP, Person, PHONE, withBrowser, type Wishes } from '../e2e/browser';

withBrowser();

const FOLDER = resolve(import.meta.dirname, '../../../docs/pictures');
const SCREENS = [
  ['laptop', LAPTOP],
  ['phone', { ...PHONE, deviceScaleFactor: 1 }],
] as const;

async function picture(person: Person, name: string): Promise<void> {
  await person.page.waitForTimeout(2500);
  await person.page.screenshot({ path: join(FOLDER, `${name}.png`), timeout: 120_000 });
}

/** A table where machines have played for a while, as the one who set it up sees it. */
function midway(game: string): NewTable {
  const seats = [{ who: 'me' as const }, { who: 'machine' as const, level: 'easy' }];
  return { settings: { game, seats, pace: 0 }, name: 'Ada' };
}

/** Play so many own actions: the first that is offered each time. */
async function play(person: Person, actions: number): Promise<void> {
  const { page } = person;
  for (let played = 0; played < actions; played++) {
    const state = await person.until((now) => (now.position?.legal.length ?? 0) > 0 || now.table.status === 'over');
    if (state.table.status === 'over') return;
    const legal = state.position!.legal;
    const action = legal.find((one) => /@\d/.test(one)) ?? legal[Math.floor((played * 7) % legal.length)]!;
    const id = `picture-${state.version}`;
    const sent = { type: 'play', id, version: state.version, action };
    await page.evaluate(
      async ([address, message]) => {
        const socket = new WebSocket(address!);
        await new Promise((done) => (socket.onopen = done));
        socket.send(message!);
        await new Promise((done) => setTimeout(done, 150));
        socket.close();
      },
      [
        `${person.address.replace('http', 'ws')}/ws/tables/${state.table.id}?have=${state.version}`,
        JSON.stringify(sent),
      ],
    );
    await person.until((now) => now.version > state.version);
  }
}

const WISHES: Wishes = { view: '3d', language: 'en' };

test.each(SCREENS)('the home page on a %s', async (name, screen) => {
  const person = await Person.arrives(screen, WISHES);
  await person.go('/');
  await picture(person, `home-${name}`);
  await person.context.close();
});

test.each(SCREENS)('ICE CULT on a %s', async (name, screen) => {
  const person = await Person.arrives(screen, WISHES);
  const table = await person.table(midway('icecult'));
  await person.go(`/t/${table.id}`);
  await play(person, 22);
  await person.until((now) => (now.position?.legal.length ?? 0) > 0);
  await picture(person, `icecult-${name}`);
  await person.context.close();
});

test.each(SCREENS)('the analysis board on a %s', async (name, screen) => {
  const person = await Person.arrives(screen, WISHES);
  const { page } = person;
  await person.go('/analyse');
  await page.locator('input[type="file"]').setInputFiles(join(FOLDER, '../../tests/records/icecult-2-home.json'));
  await page.locator('.tree button').nth(60).click({ timeout: 120_000 });
  // Something else than what was played, and what the machine makes of it.
  await page.locator('[data-line="2"]').click({ timeout: 120_000 });
  await page.getByText('It has seen enough.').waitFor({ timeout: 240_000 });
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
  });
  await picture(person, `analysis-${name}`);
  await person.context.close();
});

test.each(SCREENS)('IGLU IGLU on a %s', async (name, screen) => {
  const person = await Person.arrives(screen, { ...WISHES, scoreMap: name === 'laptop' });
  const table = await person.table(midway('igluiglu'));
  await person.go(`/t/${table.id}`);
  await play(person, 55);
  await person.until((now) => (now.position?.legal.length ?? 0) > 0);
  await picture(person, `igluiglu-${name}`);
  await person.context.close();
});

test.each(SCREENS)('Connect Four on the plain board on a %s', async (name, screen) => {
  const person = await Person.arrives(screen, WISHES);
  const table = await person.table(midway('connectfour'));
  await person.go(`/t/${table.id}`);
  await play(person, 3);
  await person.until((now) => (now.position?.legal.length ?? 0) > 0);
  await picture(person, `plain-${name}`);
  await person.context.close();
});

test('a lesson', async () => {
  const person = await Person.arrives(LAPTOP, WISHES);
  await person.go('/learn/icecult/8');
  await picture(person, 'lesson-laptop');
  await person.context.close();
});
