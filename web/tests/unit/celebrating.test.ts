import { afterEach, expect, test } from 'vitest';
import { Celebrating } from '../../src/app/table/celebrating.svelte';

const made: Celebrating[] = [];

function celebrating(): Celebrating {
  const one = new Celebrating();
  made.push(one);
  return one;
}
afterEach(() => made.splice(0).forEach((one) => one.end()));

test('whoever saw the game come to its end sees it celebrated', () => {
  const one = celebrating();
  one.shown('running');
  expect(one.on).toBe(false);
  one.shown('over');
  expect(one.on).toBe(true);
  one.end();
  one.shown('over'); // somebody writes something afterwards
  expect(one.on).toBe(false);
});

test('whoever opens a finished game does not', () => {
  const one = celebrating();
  one.shown('over');
  one.shown('over');
  expect(one.on).toBe(false);
});

test('a game that goes on after a take-back can end once more', () => {
  const one = celebrating();
  for (const status of ['running', 'over', 'running', 'over'] as const) {
    one.end();
    one.shown(status);
  }
  expect(one.on).toBe(true);
});

test.each([new KeyboardEvent('keydown', { key: 'a' }), new Event('pointerdown')])('any %o skips it', (event) => {
  const one = celebrating();
  one.shown('running');
  one.shown('over');
  let acted = false;
  addEventListener(event.type, () => (acted = true), { once: true });
  document.body.dispatchEvent(new (event.constructor as typeof Event)(event.type, { bubbles: true }));
  expect(one.on).toBe(false);
  expect(acted).toBe(true);
});

test('the key that made the last move, still held down, does not', () => {
  const one = celebrating();
  one.shown('running');
  one.shown('over');
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true }));
  expect(one.on).toBe(true);
});
