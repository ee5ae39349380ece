import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardSettings } from '../../../src/games/game';
import Board from '../../../src/games/icecult/board/Board.svelte';
import { FEAST_MS, feastsOf } from '../../../src/games/icecult/model/feast';
import { firstView, type View } from '../../../src/games/icecult/model/view';
import { frames } from './frames';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const OVER: View = { ...firstView(), phase: 'over', to_move: null, players: ['y', 'r'], winners: [1] };
const TOWER: View = {
  ...OVER,
  paths: { ...OVER.paths, e: ['', '', 'grrbrrr', '', ''] },
  start: { y: 5, r: 0, g: 4, b: 4 },
};
const HOME: View = { ...OVER, home: { ...OVER.home, r: 5 }, start: { ...OVER.start, r: 0 } };

test('a tower and a colour that is home are celebrated where they are', () => {
  expect(feastsOf(TOWER)).toEqual([{ colour: 'r', at: 'path', path: 'e', space: 3 }]);
  expect(feastsOf(HOME)).toEqual([{ colour: 'r', at: 'home' }]);
});

test('nothing is celebrated before the end, nor where somebody gave up', () => {
  expect(feastsOf({ ...TOWER, phase: 'move', winners: null })).toEqual([]);
  expect(feastsOf({ ...OVER, winners: [0] })).toEqual([]);
});

function shown(view: View, motion: BoardSettings['motion'], celebrated: (() => void) | null) {
  const position = { ...frames[0]!.position, view: view as unknown as Record<string, unknown>, legal: [] };
  const props = {
    position,
    happened: [],
    seat: null,
    people: { colours: view.players, names: ['Ada', 'Bo'], me: null },
    interactive: false,
    pending: null,
    play: () => {},
    why: () => Promise.reject(new Error('not asked')),
    settings: { motion, view: '2d' as const, switches: {}, speed: 1, palette: 'polar', previews: true },
    highlight: null,
    hint: null,
    settled: () => {},
    celebrated,
  };
  const { container, rerender } = render(Board, props);
  return { container, rerender: (changes: object) => rerender({ ...props, ...changes }) };
}

test.each([
  ['tower', TOWER, 7],
  ['home', HOME, 5],
] as const)('the flat board celebrates a win by %s, and what was reached stays marked', async (name, view, hopping) => {
  const done = vi.fn();
  const { container, rerender } = shown(view, 'full', done);
  await vi.advanceTimersByTimeAsync(10);
  expect(container.querySelectorAll('.hops')).toHaveLength(hopping);
  await vi.advanceTimersByTimeAsync(FEAST_MS);
  expect(done).toHaveBeenCalledOnce();
  await rerender({ celebrated: null });
  expect(container.querySelectorAll('.hops')).toHaveLength(0);
  expect(container.querySelector(`[data-feast="${name}"]`)).not.toBeNull();
});

test('with less motion nobody hops, and it is over at once', async () => {
  const done = vi.fn();
  const { container } = shown(HOME, 'reduced', done);
  await vi.advanceTimersByTimeAsync(10);
  expect(container.querySelectorAll('.hops')).toHaveLength(0);
  expect(container.querySelector('[data-feast="home"]')).not.toBeNull();
  expect(done).toHaveBeenCalledOnce();
});
