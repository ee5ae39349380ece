/** The ICE CULT table in three dimensions, drawn by WebGL. */

import { expect, test } from 'vitest';
import { against, LAPTOP, Person, withBrowser } from './browser';
import { playIceCult } from './playing';

withBrowser();

/** Without a graphics card the processor draws every frame, and a busy one takes its time. */
const PATIENCE = { timeout: 120_000 };

test('two turns in three dimensions, by pointing at the cubes and pawns', async () => {
  const person = await Person.arrives(LAPTOP, { view: '3d' });
  const table = await person.table(against('icecult'));
  await person.go(`/t/${table.id}`);
  const canvas = person.page.locator('.board canvas');
  await canvas.waitFor(PATIENCE);
  const first = await canvas.screenshot(PATIENCE);
  const last = await playIceCult(person, undefined, 5, (state) => state.table.turn > 2);
  expect(last.position!.ply).toBeGreaterThan(8);
  // A blank canvas would be a small picture, and would not change.
  expect(first.length).toBeGreaterThan(20_000);
  expect((await canvas.screenshot(PATIENCE)).equals(first)).toBe(false);
  await person.leaves();
});
