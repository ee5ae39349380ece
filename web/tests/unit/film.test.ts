import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Film, PAUSE_MS } from '../../src/app/replay/film.svelte';
import type { Source } from '../../src/app/replay/source';
import type { Frame } from '../../src/protocol';
import { position } from './making';

const MOST = 25;

/** A game of some actions, of which the server gives at most 25 positions at once. */
function source(
  actions: number,
  seats: (ply: number) => number = (ply) => ply % 2,
  swapped: number | null = null,
): Source & { asked: number[] } {
  const asked: number[] = [];
  const frame = (ply: number): Frame => ({
    action: ply ? `action-${ply}` : null,
    seat: ply ? seats(ply) : null,
    facts: [],
    at: null,
    position: position(ply),
    words: null,
  });
  return {
    asked,
    id: null,
    game: 'icecult',
    people: { colours: ['y', 'g'], names: ['A', 'B'], me: null },
    frames: async (first, count) => {
      asked.push(first);
      const total = actions + 1;
      const length = Math.min(count, MOST, total - first);
      const names = ['A', 'B'];
      const frames = Array.from({ length }, (_, i) => frame(first + i));
      return { game: 'icecult', first, total, names, frames, swapped };
    },
    record: async () => ({}),
    animation: async () => new Blob(),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what is shown first is loaded first, and then all the rest, once', async () => {
  const from = source(200);
  const film = new Film(from);
  await film.open(130);
  expect(from.asked[0]).toBe(120);
  expect(film.ply).toBe(130);
  expect(film.frames.filter(Boolean)).toHaveLength(201);
  expect(film.log).toHaveLength(200);
  expect(new Set(from.asked).size).toBe(from.asked.length);
});

test('one cannot go beyond either end', async () => {
  const film = new Film(source(3));
  await film.open(99);
  expect(film.ply).toBe(3);
  film.go(-5);
  expect(film.ply).toBe(0);
});

test('only a step forward is shown as it happened', async () => {
  const film = new Film(source(9));
  await film.open(0);
  film.go(1);
  expect(film.happened.map(({ action }) => action)).toEqual(['action-1']);
  film.go(5);
  expect(film.happened).toEqual([]);
  film.go(4);
  expect(film.happened).toEqual([]);
});

test('it runs at the chosen speed, waits for the board, and stops at the end', async () => {
  const film = new Film(source(2));
  await film.open(0);
  film.speed = 2;
  film.play();
  vi.advanceTimersByTime(PAUSE_MS / 2);
  expect(film.ply).toBe(1);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(film.ply).toBe(1);
  film.settled();
  vi.advanceTimersByTime(PAUSE_MS / 2);
  expect(film.ply).toBe(2);
  film.settled();
  vi.advanceTimersByTime(PAUSE_MS);
  expect(film.running).toBe(false);
  film.play();
  expect(film.ply).toBe(0);
});

test('turns are the places where another player begins', async () => {
  const film = new Film(source(9, (ply) => Math.floor((ply - 1) / 3) % 2));
  await film.open(0);
  film.turn(1);
  expect(film.ply).toBe(3);
  film.turn(1);
  expect(film.ply).toBe(6);
  film.turn(-1);
  expect(film.ply).toBe(3);
  film.turn(-1);
  expect(film.ply).toBe(0);
});

test('that places were swapped is told with the action before it', async () => {
  const film = new Film(source(6, (ply) => (ply <= 2 ? 0 : 1), 2));
  await film.open(1);
  expect(film.swapped).toBe(2);
  expect(film.log.map(({ kind, ply }) => [kind, ply]).slice(0, 4)).toEqual([
    ['played', 1],
    ['played', 2],
    ['swapped', 2],
    ['played', 3],
  ]);
  film.go(2);
  expect(film.happened.map(({ kind }) => kind)).toEqual(['played', 'swapped']);
  film.go(3);
  expect(film.happened.map(({ kind }) => kind)).toEqual(['played']);
});
