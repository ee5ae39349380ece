import { expect, test } from 'vitest';
import {
  chooserOf,
  entries,
  fits,
  nextOf,
  puzzleAt,
  wishOf,
  type Entry,
  type Wish,
} from '../../../src/app/puzzles/choosing';

const ANY: Wish = { theme: null, players: null, level: 'near' };
const SET: Entry[] = entries({
  game: 'nim',
  tasks: ['defence', 'win'],
  themes: ['heap', 'tower'],
  ids: ['a', 'b', 'c', 'd'],
  ratings: [800, 1200, 1600, 2000],
  players: [2, 3, 2, 4],
  actions: [1, 2, 3, 4],
  task: [1, 1, 0, 1],
  about: [[0], [], [0, 1], [1]],
});
const known = (rating: number | null, seen: Record<string, 'solved' | 'missed'> = {}) => ({
  rating: rating === null ? null : { rating },
  seen: (id: string) => seen[id] ?? null,
});
const ids = (wish: Partial<Wish>) => SET.filter((entry) => fits({ ...ANY, ...wish }, entry)).map(({ id }) => id);

test('a set in short is read puzzle by puzzle', () => {
  expect(SET[2]).toEqual({ id: 'c', rating: 1600, players: 2, task: 'defence', themes: ['heap', 'tower'] });
});

test('puzzles are found by task, theme, players and difficulty', () => {
  expect(ids({})).toEqual(['a', 'b', 'c', 'd']);
  expect(ids({ theme: 'win' })).toEqual(['a', 'b', 'd']);
  expect(ids({ theme: 'heap' })).toEqual(['a', 'c']);
  expect(ids({ players: 2 })).toEqual(['a', 'c']);
  expect(ids({ level: 'easy' })).toEqual(['a']);
  expect(ids({ level: 'middle' })).toEqual(['b']);
  expect(ids({ level: 'hard', theme: 'tower', players: 4 })).toEqual(['d']);
});

test('the next one is near the own rating, and one of the easier ones for who has none', () => {
  const many = Array.from({ length: 100 }, (_, n) => ({ ...SET[0]!, id: `${n}`, rating: 500 + 20 * n }));
  const drawn = (rating: number | null) =>
    [0, 0.3, 0.6, 0.999].map((random) => nextOf(many, ANY, known(rating), null, random)!.rating);
  for (const rating of drawn(1500)) expect(Math.abs(rating - 1500)).toBeLessThanOrEqual(120);
  for (const rating of drawn(null)) expect(rating).toBeLessThan(1200);
});

test('what was never tried comes first, then what was missed, and never the same twice in a row', () => {
  const solved = { a: 'solved', b: 'missed' } as const;
  const next = (seen: Record<string, 'solved' | 'missed'>, besides: string | null, random = 0) =>
    nextOf(SET, ANY, known(800, seen), besides, random)?.id;
  expect(next(solved, null)).toBe('c');
  expect(next({ ...solved, c: 'solved', d: 'solved' }, null)).toBe('b');
  expect(next({ a: 'solved', b: 'solved', c: 'solved', d: 'solved' }, 'a')).toBe('b');
  expect(nextOf(SET, { ...ANY, players: 3 }, known(null), 'b')).toBeNull();
});

test('a wish travels in the address', () => {
  const wish: Wish = { theme: 'tower', players: 3, level: 'hard' };
  const [, query] = puzzleAt('nim', 'c', wish).split('?');
  expect(puzzleAt('nim', 'c', wish)).toBe('/puzzles/nim/c?theme=tower&players=3&level=hard');
  expect(wishOf(new URLSearchParams(query))).toEqual(wish);
  expect(puzzleAt('nim', 'c', ANY)).toBe('/puzzles/nim/c');
  expect(chooserOf('nim', ANY)).toBe('/puzzles?game=nim');
  expect(wishOf(new URLSearchParams('players=9&level=nothing'))).toEqual(ANY);
});
