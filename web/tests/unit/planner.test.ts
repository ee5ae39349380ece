import { expect, test, vi } from 'vitest';
import { api, Failure } from '../../src/app/api';
import { exchangesOf, mayPlan, Planner } from '../../src/app/table/planner.svelte';
import type { PlannedMove, StateMessage, Tried } from '../../src/protocol';
import { position, seat, state, table } from './making';

const move = (who: number, action: string): PlannedMove => ({
  seat: who,
  action,
  facts: [],
  words: null,
  reveals: false,
});

test('moves are told as what the others play and what one answers', () => {
  const moves = [move(0, 'a'), move(2, 'b'), move(1, 'c'), move(1, 'd'), move(2, 'e'), move(1, 'f')];
  const told = exchangesOf(moves, 1).map(({ others, mine }) => [others, mine].map((part) => part.map((m) => m.action)));
  expect(told).toEqual([
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    [['e'], ['f']],
  ]);
  expect(exchangesOf([move(0, 'a')], 1)).toEqual([{ others: [move(0, 'a')], mine: [] }]);
});

/** Bo, who has seat 1, waits for Ada. */
function waits(changes: Partial<StateMessage['table']> = {}, waiting = [0]): StateMessage {
  const seats = [seat(0, { mine: false }), seat(1, { mine: true })];
  const made = table({ status: 'running', seats, ...changes });
  return state(3, { table: made, waiting_for: waiting, seat: 1, position: position(4) });
}

test('who waits in a slow game with others may plan, and nobody else', () => {
  const { settings, seats } = waits().table;
  expect(mayPlan(waits())).toBe(true);
  expect(mayPlan(waits({ settings: { ...settings, clock: { type: 'days', days: 2 } } }))).toBe(true);
  expect(mayPlan(waits({ settings: { ...settings, clock: { type: 'live', seconds: 60 } } as never }))).toBe(false);
  expect(mayPlan(waits({}, [1]))).toBe(false);
  expect(mayPlan(waits({ status: 'over' }))).toBe(false);
  expect(mayPlan(waits({ seats: [{ ...seats[0]!, kind: 'machine' }, seats[1]!] }))).toBe(false);
  expect(mayPlan(waits({ seats: seats.map((one) => ({ ...one, mine: true })) }))).toBe(false);
  expect(mayPlan(waits({ seats: [seats[0]!, { ...seats[1]!, stand_in: true }] }))).toBe(false);
});

const tried = (to_move: number | null, changes: Partial<Tried> = {}): Tried =>
  ({
    document: { to_move },
    position: position(0, { legal: ['x'] }),
    facts: [],
    to_move,
    reveals: false,
    ...changes,
  }) as Tried;

async function begun(...answers: Tried[]): Promise<Planner> {
  const asked = vi.spyOn(api, 'try').mockResolvedValueOnce(tried(0));
  for (const answer of answers) asked.mockResolvedValueOnce(answer);
  const planner = new Planner('igluiglu', 1, waits(), true);
  await planner.begin();
  return planner;
}

test('a line is complete once one has answered, and can be gone back in', async () => {
  const planner = await begun(tried(1), tried(0));
  await planner.play('x');
  expect([planner.complete, planner.toMove, planner.position!.ply]).toEqual([false, 1, 5]);
  await planner.play('y');
  expect([planner.complete, planner.toMove]).toEqual([true, 0]);
  expect(planner.moves.map(({ seat: who, action }) => [who, action])).toEqual([
    [0, 'x'],
    [1, 'y'],
  ]);
  planner.back();
  expect([planner.complete, planner.toMove]).toEqual([false, 1]);
  expect(vi.mocked(api.try).mock.lastCall![0]).toMatchObject({ sampled: true, seat: 1, actions: ['y'] });
});

test('what would come up is neither shown nor gone beyond', async () => {
  const theirs = await begun(tried(0, { reveals: true }));
  await theirs.play('flip d6');
  expect(theirs.moves).toEqual([]);
  expect(theirs.problem).not.toBe('');

  const shown = tried(1);
  const planner = await begun(shown, tried(1, { reveals: true, facts: [{ key: 'flipped', values: {} }] }));
  await planner.play('end');
  await planner.play('flip d6');
  expect(planner.moves.at(-1)).toMatchObject({ action: 'flip d6', reveals: true, facts: [] });
  expect([planner.complete, planner.interactive, planner.tried]).toEqual([true, false, shown]);
  planner.back();
  expect(planner.interactive).toBe(true);
});

test('what cannot be played says why and changes nothing', async () => {
  const planner = await begun();
  const problem = { key: 'offline', words: 'no way', rule: null, values: {} };
  vi.mocked(api.try).mockRejectedValueOnce(new Failure(problem, 0));
  await planner.play('x');
  expect(planner.moves).toEqual([]);
  expect(planner.problem).not.toBe('');
});

test('a plan holds for the position on the table alone', async () => {
  const planner = await begun();
  expect(planner.holds(waits())).toBe(true);
  expect(planner.holds({ ...waits(), position: position(5, { view: { moved: true } }) })).toBe(false);
});
