import { expect, test } from 'vitest';
import { after, before } from '../../src/app/log';
import { numbered } from '../../src/app/people';
import { dueText, happeningText, resultText } from '../../src/app/table/speaking';
import { loadGame } from '../../src/games';
import { setLanguage } from '../../src/i18n';
import type { Happening } from '../../src/protocol';
import { people } from './icecult/frames';
import { happening, position, seat, state, table } from './making';

const icecult = await loadGame({ name: 'icecult', title: 'ICE CULT' });
const igluiglu = await loadGame({ name: 'igluiglu', title: 'IGLU IGLU' });

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

test('an older page comes before what is there, and what was taken back since leaves it', () => {
  const log = after([], [happening(4, { kind: 'undone', ply: 1 }), happening(5, { ply: 2 })]);
  const whole = before(log, [happening(1), happening(2), happening(3, { ply: 3 })]);
  expect(whole.map(({ version }) => version)).toEqual([1, 4, 5]);
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
  expect(words({ kind: 'takeback_granted', seat: 1 })).toBe('Bo agrees to the take-back.');
  expect(words({ kind: 'takeback_granted', seat: null, name: null })).toBe('The move is taken back.');
});

test('the result of a game that counts points tells them, unless somebody gave up', async () => {
  await setLanguage('en');
  const scores = { y: { total: 41 }, r: { total: 33 } };
  const counted = position(90, {
    view: { players: ['y', 'r'] },
    outlook: [{ key: 'scored', values: { scores, islands: [] } }],
  });
  const two = { colours: people.colours.slice(0, 2), names: ['Ada', 'Bo'], me: 0 };
  const words = (resigned: number | null, ui = igluiglu) => {
    const result = { winners: [0], rule: 'II-26', reason: 'no_flip', resigned };
    return resultText(state(9, { table: table({ result, status: 'over' }), position: counted }), two, ui);
  };
  expect(words(null)).toBe('You win! Points: You 41 and Bo 33.');
  expect(words(1)).toBe('You win!');
  expect(words(null, icecult)).toBe('You win!');
});

test('what is due is said to the one who reads, and to one of several at one screen by name', async () => {
  await setLanguage('en');
  const due = [{ key: 'tilt_first', values: {} }];
  const both = [seat(0, { mine: true }), seat(1, { mine: true })];
  const words = (me: number | null, seats = [seat(0), seat(1)]) =>
    dueText(
      state(1, { table: table({ seats }), position: position(0, { due, view: { phase: 'tilt1' } }) }),
      { ...people, me },
      icecult,
    );
  expect(words(0)).toBe('Tilt two neighbouring cubes.');
  expect(words(1)).toBe('Ada tilts cubes.');
  expect(words(null, both)).toBe('Ada: Tilt two neighbouring cubes.');
});

test('those who would be called alike are numbered', () => {
  expect(numbered(['Ada', 'Puffin', 'Puffin'])).toEqual(['Ada', 'Puffin 1', 'Puffin 2']);
  expect(numbered(['Ada', 'Bo'])).toEqual(['Ada', 'Bo']);
});
