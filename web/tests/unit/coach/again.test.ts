/** From where a lost game is tried again. */

import { expect, test } from 'vitest';
import { lastChance, lastTurn, sameSeats } from '../../../src/app/coach/again';
import type { Happening, Judgement } from '../../../src/protocol';
import { happening, seat } from '../making';

/** Who played each action, in order. */
function played(...seats: number[]): Happening[] {
  return seats.map((who, i) => happening(i + 1, { kind: 'played', seat: who, action: 'x', ply: i + 1 }));
}
const judged = (ply: number, loss: number): Judgement => ({ ply, loss, chances: [], best: 'x', reasons: [] });

test('before a machine has looked, it is where one’s last turn began', () => {
  expect(lastTurn(played(0, 0, 1, 1, 0, 0, 1), 0)).toBe(4);
  expect(lastTurn(played(0, 0), 0)).toBe(0);
  expect(lastTurn(played(1, 1), 0)).toBeNull();
});

test('then it is before the last own decision that cost something', () => {
  const log = played(0, 0, 1, 1, 0, 0, 1);
  const found = [judged(2, 0.3), judged(4, 0.9), judged(5, 0.2), judged(6, 0.01), judged(7, 0.5)];
  expect(lastChance(found, log, 0)).toBe(4);
  expect(lastChance([judged(6, 0.01)], log, 0)).toBeNull();
});

test('the machines are as they were', () => {
  const seats = [seat(0), seat(1, { kind: 'machine', mine: false, level: 'beginner' })];
  expect(sameSeats(seats)).toEqual([{ who: 'me' }, { who: 'machine', level: 'beginner' }]);
});
