import { expect, test } from 'vitest';
import { clockText, daysAndHours, leftNow, untilNextTick } from '../../src/app/clock';

test('a running clock runs down to nothing, and a stopped one stands', () => {
  expect(leftNow({ left: 5000, running: true, held: 0 }, 1200)).toBe(3800);
  expect(leftNow({ left: 5000, running: true, held: 0 }, 9000)).toBe(0);
  expect(leftNow({ left: 5000, running: true, held: 0 }, -50)).toBe(5000);
  expect(leftNow({ left: 5000, running: false, held: 0 }, 1200)).toBe(5000);
});

test('a clock that is held begins to run when that time is over', () => {
  expect(leftNow({ left: 5000, running: true, held: 2000 }, 1200)).toBe(5000);
  expect(leftNow({ left: 5000, running: true, held: 2000 }, 3000)).toBe(4000);
});

test.each([
  [0, '0.0'],
  [9_480, '9.4'],
  [19_999, '19.9'],
  [20_000, '0:20'],
  [245_999, '4:05'],
  [3_723_000, '1:02:03'],
])('%i ms are shown as %s', (left, text) => {
  expect(clockText(left)).toBe(text);
});

test('days are for words', () => {
  const left = (2 * 24 + 5) * 3_600_000 + 1;
  expect(clockText(left)).toBeNull();
  expect(daysAndHours(left)).toEqual({ days: 2, hours: 5 });
});

test('a clock ticks when what it shows changes, and no sooner', () => {
  for (const left of [250, 1999, 12_345, 61_000, 3_600_500]) {
    const wait = untilNextTick(left);
    expect(clockText(Math.max(0, left - wait + 1))).toBe(clockText(left));
    expect(clockText(Math.max(0, left - wait))).not.toBe(clockText(left));
  }
});
