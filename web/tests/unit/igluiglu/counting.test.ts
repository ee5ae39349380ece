import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardSettings } from '../../../src/games/game';
import Board from '../../../src/games/igluiglu/board/Board.svelte';
import { beat, counting, tally } from '../../../src/games/igluiglu/model/counting';
import { scoresOf, viewOf } from '../../../src/games/igluiglu/model/view';
import { RECORDED } from './frames';

const OVER = RECORDED.filter(({ name }) => name.includes('over'));
const SETTINGS: BoardSettings = {
  motion: 'full',
  view: '2d',
  switches: {},
  speed: 1,
  palette: 'polar',
  previews: true,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each(OVER)('$name: it begins with the animals and ends with the totals', ({ position }) => {
  const view = viewOf(position.view);
  const scores = scoresOf(position)!;
  const all = counting(scores).length;
  expect(all).toBeGreaterThan(0);
  for (const { colour, points } of tally(scores, view.players, 0)) expect(points).toBe(scores.scores[colour]!.animals);
  for (const { colour, points } of tally(scores, view.players, all)) expect(points).toBe(scores.scores[colour]!.total);
});

test('many islands take no longer than a few do', () => {
  for (const islands of [1, 6, 30]) expect(beat(islands) * islands).toBeLessThanOrEqual(4800);
});

function shown(motion: BoardSettings['motion'], celebrated: (() => void) | null) {
  const { position } = OVER[0]!;
  const { players } = viewOf(position.view);
  const props = {
    position,
    happened: [],
    seat: null,
    people: { colours: players, names: players.map(String), me: null },
    interactive: false,
    pending: null,
    play: () => {},
    why: () => Promise.reject(new Error('not asked')),
    settings: { ...SETTINGS, motion },
    highlight: null,
    hint: null,
    settled: () => {},
    celebrated,
  };
  const { container, rerender } = render(Board, props);
  return { container, rerender: (changes: object) => rerender({ ...props, ...changes }) };
}

test('the board counts island by island, says when it is done, and can be stopped', async () => {
  const done = vi.fn();
  const { container, rerender } = shown('full', done);
  const all = counting(scoresOf(OVER[0]!.position)!).length;
  await tick();
  expect(container.querySelectorAll('.tally .share').length).toBeGreaterThan(1);
  expect(container.querySelectorAll('.map .shares')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(beat(all) + 10);
  await tick();
  expect(container.querySelectorAll('.map .shares')).toHaveLength(1);
  expect(done).not.toHaveBeenCalled();
  await rerender({ celebrated: null });
  expect(container.querySelector('.tally')).toBeNull();
  expect(container.querySelectorAll('.map .shares')).toHaveLength(all);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(done).not.toHaveBeenCalled();
});

test('left alone it comes to its end', async () => {
  const done = vi.fn();
  shown('full', done);
  await vi.advanceTimersByTimeAsync(7000);
  expect(done).toHaveBeenCalledOnce();
});

test('with less motion all is there at once', async () => {
  const done = vi.fn();
  const { container } = shown('reduced', done);
  await vi.advanceTimersByTimeAsync(10);
  expect(done).toHaveBeenCalledOnce();
  expect(container.querySelectorAll('.map .shares').length).toBeGreaterThan(0);
});
