import { expect, test } from 'vitest';
import { after } from '../../src/app/log';
import { happening } from './making';

const plies = (log: readonly { ply: number | null }[]) => log.map(({ ply }) => ply);

test('the log grows, each thing once', () => {
  const log = after([happening(1)], [happening(1), happening(2)]);
  expect(log.map(({ version }) => version)).toEqual([1, 2]);
});

test('what is undone leaves the log, and that it was undone stays', () => {
  const log = after([happening(1), happening(2)], [happening(3, { kind: 'undone', ply: 1 })]);
  expect(log.map(({ kind }) => kind)).toEqual(['played', 'undone']);
  expect(plies(after(log, [happening(4, { ply: 2 })]))).toEqual([1, 1, 2]);
});

test('a granted takeback takes back as much as was asked for', () => {
  const log = after(
    [happening(1), happening(2), happening(3), happening(4, { kind: 'takeback_asked', ply: 3 })],
    [happening(5, { kind: 'takeback_granted', ply: 1 })],
  );
  expect(log.map(({ kind }) => kind)).toEqual(['played', 'takeback_asked', 'takeback_granted']);
});

test('a takeback that others have still to grant takes nothing back', () => {
  const log = after([happening(1), happening(2)], [happening(3, { kind: 'takeback_granted', ply: 2 })]);
  expect(plies(log)).toEqual([1, 2, 2]);
});
