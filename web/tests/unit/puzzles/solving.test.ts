import { expect, test, vi } from 'vitest';
import { Failure } from '../../../src/app/api';
import { Solving, type SolvingWorld } from '../../../src/app/puzzles/solving.svelte';
import type { Frame, PuzzleTried, PuzzleView, Tried } from '../../../src/protocol';
import { position } from '../making';

/** A game of letters: `abc` solves it, after `a` the other seat replies `x`, anything else is refuted by `y` and `z`. */
const SOLUTION = ['a', 'b'];
const frame = (action: string | null, seat: number | null = 0): Frame => ({
  action,
  seat,
  facts: [],
  at: null,
  position: position(0, { view: { last: action } }),
  words: null,
});
const shown = (last: string | null, legal: string[]): Tried => ({
  document: { game: 'letters', last },
  position: position(0, { view: { last }, legal }),
  facts: [],
  to_move: 0,
  winners: null,
  seat: 0,
  words: null,
  moves: [],
  reveals: false,
  problem: null,
  documents: [],
});
const PUZZLE: PuzzleView = {
  game: 'letters',
  id: 'f00',
  task: 'win',
  themes: ['short'],
  rating: 1234,
  players: 2,
  seat: 0,
  actions: 2,
  shown: shown(null, ['a', 'b', 'c']),
};

function judged(actions: readonly string[]): PuzzleTried {
  const last = actions.at(-1)!;
  const right = actions.every((action, n) => action === SOLUTION[n]);
  const standing = !right ? 'wrong' : actions.length === SOLUTION.length ? 'solved' : 'open';
  const played = [frame(last), ...(standing === 'open' ? [frame('x', 1)] : [])];
  const facts = [{ key: 'misses_win', values: {} }];
  const refutation = right ? null : { facts, frames: [frame('y', 0), frame('z', 1)] };
  return { standing, played, shown: shown(played.at(-1)!.action, standing === 'open' ? ['b', 'c'] : []), refutation };
}

/** A solving in a world whose clock is moved by hand. */
function begun(changes: Partial<SolvingWorld['api']> = {}, day: string | null = null) {
  const due: (() => void)[] = [];
  const finished = vi.fn(async () => {});
  const api = {
    tryPuzzle: vi.fn(async (_game: string, _id: string, actions: string[]) => judged(actions)),
    solution: vi.fn(async () => ({ frames: [frame(null, null), frame('a'), frame('x', 1), frame('b')], reasons: [] })),
    try: vi.fn(async () => shown(null, [])),
    ...changes,
  };
  const later = (what: () => void) => {
    due.push(what);
    return () => void due.splice(due.indexOf(what) >>> 0, 1);
  };
  const solving = new Solving(PUZZLE, day, { api, later, finished });
  const tick = () => due.shift()?.();
  /** Let everything be shown that waits, as a board does. */
  const settle = () => {
    while (solving.running) {
      solving.settled();
      tick();
    }
  };
  return { solving, api, finished, settle, last: () => solving.shown.position.view['last'] };
}

test('a right action is answered by the reply, and then it is the solver’s turn again', async () => {
  const { solving, settle, last, finished } = begun();
  expect(solving.interactive).toBe(true);
  await solving.play('a');
  expect([last(), solving.interactive, solving.replied]).toEqual(['a', false, 1]);
  expect(solving.shown.happened.map(({ action, seat }) => [action, seat])).toEqual([['a', 0]]);
  settle();
  expect([last(), solving.interactive]).toEqual(['x', true]);
  expect(solving.shown.position.legal).toEqual(['b', 'c']);
  expect(finished).not.toHaveBeenCalled();
});

test('it is solved with the last action, told once, and its reasons are there', async () => {
  const { solving, settle, finished, api } = begun({}, '2026-11-16');
  await solving.play('a');
  settle();
  await solving.play('b');
  expect(solving.stage).toBe('solved');
  const told = { id: 'f00', rating: 1234, solved: true, actions: ['a', 'b'], daily: '2026-11-16' };
  expect(finished.mock.calls).toEqual([[told]]);
  expect(api.solution).toHaveBeenCalledTimes(1);
  expect(solving.solution?.frames).toHaveLength(4);
  await solving.play('c'); // nothing is to be solved any more
  expect(api.tryPuzzle).toHaveBeenCalledTimes(2);
});

test('a wrong action is refuted on the board; after that one is back where all was right', async () => {
  const { solving, settle, last, finished } = begun();
  await solving.play('a');
  settle();
  await solving.play('c');
  expect([solving.stage, last()]).toEqual(['wrong', 'c']);
  expect(solving.refutation?.facts.map(({ key }) => key)).toEqual(['misses_win']);
  settle();
  expect(last()).toBe('z');
  expect(finished.mock.calls).toEqual([[expect.objectContaining({ solved: false, actions: ['a', 'c'] })]]);
  solving.again();
  expect([solving.stage, last(), solving.actions]).toEqual(['solving', 'x', ['a']]);
  expect(solving.interactive).toBe(true);
  await solving.play('b');
  expect(solving.stage).toBe('solved');
});

test('whoever goes back while the refutation runs is not carried on by it', async () => {
  const { solving, settle, last } = begun();
  await solving.play('b');
  solving.again();
  settle();
  solving.settled();
  expect([last(), solving.stage]).toEqual([null, 'solving']);
});

test('the solution is shown from the beginning, counts as not solved, and can be stepped through', async () => {
  const { solving, settle, last, finished } = begun();
  await solving.reveal();
  expect([solving.stage, last(), solving.at]).toEqual(['shown', null, 0]);
  expect(finished.mock.calls).toEqual([[expect.objectContaining({ solved: false, hinted: true })]]);
  settle();
  expect([last(), solving.at]).toEqual(['b', 3]);
  solving.go(1);
  expect([last(), solving.shown.happened]).toEqual(['a', []]);
  solving.go(2);
  expect(solving.shown.happened.map(({ action }) => action)).toEqual(['x']);
  solving.go(99);
  expect(solving.at).toBe(3);
  await solving.reveal();
  expect(finished).toHaveBeenCalledTimes(1);
});

test('what cannot be asked is told, and can be tried again', async () => {
  const fault = new Failure({ key: 'offline', words: 'no answer', rule: null, values: {} }, 0);
  const asks = vi.fn(async (_game: string, _id: string, actions: string[]) => judged(actions));
  asks.mockRejectedValueOnce(fault);
  const { solving } = begun({ tryPuzzle: asks });
  await solving.play('a');
  expect([solving.fault, solving.interactive, solving.actions]).toEqual([fault, true, []]);
  await solving.play('a');
  expect([solving.fault, solving.actions]).toEqual([null, ['a']]);
});

test('a rule that forbids something is named', async () => {
  const refused = { key: 'R-1.no', words: 'not so', rule: 'R-1', values: {} };
  const { solving } = begun({ try: vi.fn(() => Promise.reject(new Failure(refused, 400))) });
  expect(await solving.why('q')).toMatchObject({ rule: 'R-1', words: 'not so' });
});
