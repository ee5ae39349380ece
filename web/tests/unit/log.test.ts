import { expect, test } from 'vitest';
import { after } from '../../src/app/log';
import { numbered } from '../../src/app/people';
import { happeningText } from '../../src/app/table/speaking';
import { icecult } from '../../src/games/icecult';
import { setLanguage } from '../../src/i18n';
import type { Happening } from '../../src/protocol';
import { people } from './icecult/frames';
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

test('only what tells somebody something has words, and nobody is named who did nothing', async () => {
  await setLanguage('en');
  const words = (changes: Partial<Happening>) => happeningText(happening(1, changes), people, icecult);
  expect(words({ kind: 'created' })).toBe('');
  expect(words({ kind: 'entropy_added' })).toBe('');
  expect(words({ kind: 'takeback_granted', seat: 1 })).toBe('Bo allows the taking back.');
  expect(words({ kind: 'takeback_granted', seat: null, name: null })).toBe('It is taken back.');
});

test('those who would be called alike are numbered', () => {
  expect(numbered(['Ada', 'Puffin', 'Puffin'])).toEqual(['Ada', 'Puffin 1', 'Puffin 2']);
  expect(numbered(['Ada', 'Bo'])).toEqual(['Ada', 'Bo']);
});
