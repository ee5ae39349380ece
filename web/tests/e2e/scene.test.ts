/** The ICE CULT table in three dimensions, drawn by WebGL. */

import { expect, test } from 'vitest';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';
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

/** Before a second tilt, with many pawns waiting and stacks on the spaces that lie next to the handles. */
const CROWDED = {
  game: 'icecult',
  rules: { path_length: 5, cubes: 'fair', circles: 'must', stall_limit: 60 },
  players: ['y', 'g'],
  phase: 'tilt2',
  to_move: 0,
  turn: 2,
  stalled: 0,
  first_tilt: 'ss',
  cubes: { a: 'SD', b: 'WD', c: 'NE', d: 'NU' },
  tops: { a: 'g>s', b: 'b>s', c: 'y>e', d: 'g>n' },
  used: [],
  circles: 0,
  arcs: 0,
  start: { y: 3, r: 3, g: 3, b: 3 },
  home: { y: 0, r: 0, g: 0, b: 0 },
  paths: { n: ['y', '', '', '', ''], e: ['br', '', '', '', ''], s: ['rgb', 'g', '', '', ''], w: ['y', '', '', '', ''] },
  winners: null,
};

test.each([
  ['a laptop', LAPTOP],
  ['a phone', PHONE],
])('on %s every handle is pressed where it is drawn, whatever stands around', async (_, screen) => {
  const person = await Person.arrives(screen, { view: '3d' });
  const table = await person.table({ ...against('icecult'), position: CROWDED });
  await person.go(`/t/${table.id}`);
  const handles = person.page.locator('.board .scene .tilts [data-action]');
  await expect.poll(() => handles.count(), PATIENCE).toBe(8);
  const covered = () =>
    handles.evaluateAll((all) =>
      all
        .filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
        .map((one) => one.getAttribute('data-action')),
    );
  await expect.poll(covered, PATIENCE).toEqual([]);
  await person.leaves();
});
