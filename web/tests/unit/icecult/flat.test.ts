import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { arrivals, atHome, gliding, onPath } from '../../../src/games/icecult/board/flat/arrivals';
import Net from '../../../src/games/icecult/board/flat/Net.svelte';
import { chip, chipSize, cornerChip, spaceBox } from '../../../src/games/icecult/board/flat/place';
import { DIRECTIONS, tilted, turned } from '../../../src/games/icecult/model/geometry';
import { firstView, moved, type Movement, type View } from '../../../src/games/icecult/model/view';

afterEach(cleanup);

const STACKS: View = { ...firstView(), paths: { ...firstView().paths, e: ['', 'rygy', 'b', '', 'yr'] } };

test('a pawn that enters comes from its start', () => {
  const enters: Movement = { colour: 'b', path: 'e', from: 0, to: 1, standing: 0, pawns: 'b', home: false };
  const found = arrivals(moved(STACKS, enters), enters);
  expect([...found]).toEqual([[onPath('e', 1, 0), cornerChip('b', 'start', 4)]]);
});

test('a pawn from the middle of a stack comes with all that ride on it, and stands on whom it finds', () => {
  const steps: Movement = { colour: 'y', path: 'e', from: 2, to: 3, standing: 2, pawns: 'ygy', home: false };
  const after = moved(STACKS, steps);
  expect(after.paths.e).toEqual(['', 'r', 'bygy', '', 'yr']);
  expect([...arrivals(after, steps)]).toEqual([
    [onPath('e', 3, 1), chip('e', 2, 5, 1, 4)],
    [onPath('e', 3, 2), chip('e', 2, 5, 2, 4)],
    [onPath('e', 3, 3), chip('e', 2, 5, 3, 4)],
  ]);
});

test('each pawn that comes home goes to its own colour, beside those that are there', () => {
  const home: Movement = { colour: 'y', path: 'e', from: 2, to: 3, standing: 2, pawns: 'ygy', home: true };
  const before: View = { ...STACKS, home: { ...STACKS.home, y: 1 } };
  const found = arrivals(moved(before, home), home);
  expect([...found]).toEqual([
    [atHome('y', 1), chip('e', 2, 5, 1, 4)],
    [atHome('g', 0), chip('e', 2, 5, 2, 4)],
    [atHome('y', 2), chip('e', 2, 5, 3, 4)],
  ]);
});

test.each([1, 5, 9])('no stack leaves its space, on paths of %i spaces', (length) => {
  for (const path of DIRECTIONS) {
    for (let space = 1; space <= length; space++) {
      const { x, y, width, height } = spaceBox(path, space, length);
      for (const tall of [1, 2, 5, 20]) {
        for (const level of [0, tall - 1]) {
          const at = chip(path, space, length, level, tall);
          const radius = chipSize(length);
          expect(at.x - radius).toBeGreaterThanOrEqual(x);
          expect(at.x + radius).toBeLessThanOrEqual(x + width);
          expect(at.y - radius).toBeGreaterThanOrEqual(y);
          expect(at.y + radius).toBeLessThanOrEqual(y + height);
        }
      }
    }
  }
});

test('only what comes from somewhere moves, from there to its place', () => {
  const to = { x: 10, y: 20 };
  expect(gliding(document.body, { to, calm: 300 }).duration).toBe(0);
  const { duration, css } = gliding(document.body, { from: { x: 4, y: 30 }, to, calm: 300 });
  expect(duration).toBe(300);
  expect(css!(0, 1)).toBe('transform: translate(-6px, 10px)');
  expect(css!(1, 0)).toBe('transform: translate(0px, 0px)');
});

/** Where the symbols of the unfolded cube are: by the number of their element, which stays the same. */
function symbols(container: HTMLElement): { x: number; y: number; angle: number }[] {
  return [...container.querySelectorAll<SVGGElement>('.symbol')].map(({ style }) => {
    const [x, y] = /translate\(([\d.]+)px, ([\d.]+)px\)/.exec(style.transform)!.slice(1).map(Number);
    return { x: x!, y: y!, angle: Number(/rotate\((-?\d+)deg\)/.exec(style.transform)![1]) };
  });
}

const MIDDLE = 150;
const lyingAs = (pose: string): View => ({ ...firstView(), cubes: { ...firstView().cubes, a: pose } });

test('when a cube is tilted its symbols go the way it rolls, without spinning', async () => {
  const { container, rerender } = render(Net, { view: lyingAs('UN'), slot: 'a' });
  let pose = 'UN';
  for (let i = 0; i < 8; i++) {
    const before = symbols(container);
    pose = tilted(pose, 'e');
    await rerender({ view: lyingAs(pose) });
    const after = symbols(container);
    const up = before.findIndex(({ x, y }) => x === MIDDLE && y === MIDDLE);
    expect(after[up]!.x).toBeGreaterThan(MIDDLE);
    expect(after[up]).toMatchObject({ y: MIDDLE, angle: before[up]!.angle });
    const comes = after.findIndex(({ x, y }) => x === MIDDLE && y === MIDDLE);
    expect(before[comes]!.x).toBeLessThan(MIDDLE);
    expect(before[comes]).toMatchObject({ y: MIDDLE, angle: after[comes]!.angle });
  }
});

test('when a cube is turned five times its top turns on and on', async () => {
  const { container, rerender } = render(Net, { view: lyingAs('UN'), slot: 'a' });
  const top = symbols(container).findIndex(({ x, y }) => x === MIDDLE && y === MIDDLE);
  let pose = 'UN';
  let angle = symbols(container)[top]!.angle;
  for (let i = 0; i < 5; i++) {
    pose = turned(pose, '+');
    await rerender({ view: lyingAs(pose) });
    expect(symbols(container)[top]!.angle).toBe((angle += 90));
  }
});
