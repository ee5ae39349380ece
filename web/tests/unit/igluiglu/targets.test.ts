import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { FLAT } from '../../../src/games/igluiglu/board/projection';
import Targets from '../../../src/games/igluiglu/board/Targets.svelte';
import type { Cell } from '../../../src/games/igluiglu/model/view';

afterEach(cleanup);

const ICY: Cell[] = ['c3', 'c4', 'd3'];

function drawn(marks: { targets?: Cell[]; chosen?: Cell; hinted?: Cell[]; pending?: Cell[] }) {
  const { targets = [], chosen = null, hinted = [], pending = [] } = marks;
  const { container } = render(Targets, {
    view: FLAT,
    targets: new Map(targets.map((cell) => [cell, 'walk' as const])),
    chosen,
    pointed: null,
    routes: [],
    recalled: [],
    hinted,
    pending,
    attacked: null,
    icy: new Set(ICY),
  });
  return (name: string) => container.querySelector(`path.${name}`)?.getAttribute('d') ?? null;
}

test('whatever is marked on the ice has the shape of its tile', () => {
  const shape = drawn({ targets: ['c3'] })('target');
  cleanup();
  const marked = drawn({ chosen: 'c3', hinted: ['c3'], pending: ['c3'] });
  for (const mark of ['chosen', 'hinted', 'pending']) expect(marked(mark)).toBe(shape);
  // A tile is no rectangle: its shores have more corners.
  expect(shape!.match(/[ML]?-?[\d.]+[ ,-][\d.]+/g)!.length).toBeGreaterThan(4);
});

test('on the water it is a ripple', () => {
  expect(drawn({ targets: ['e5'] })('target')).toMatch(/^M[-\d. ]+a[-\d. ]+a[-\d. ]+Z$/);
});
