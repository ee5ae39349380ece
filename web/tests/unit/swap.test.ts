/** Places that were swapped: who is named in the log before and after, what is offered, what is said. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beforeSwap, peopleAt } from '../../src/app/swap';
import Story from '../../src/app/table/Story.svelte';
import Swap from '../../src/app/table/Swap.svelte';
import { happeningText, spoken } from '../../src/app/table/speaking';
import type { TableStore } from '../../src/app/table.svelte';
import { icecult } from '../../src/games/icecult/ui';
import { setLanguage } from '../../src/i18n';
import { happening, state } from './making';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const ui = { ...icecult, name: 'icecult', title: 'ICE CULT' };
/** Bo has taken over the first place; Ada reads. */
const people = { colours: ['y' as const, 'g' as const], names: ['Bo', 'Ada'], me: 1 };
const ended = [{ key: 'turn_ended', values: { seat: 0, next: 1, arcs_lost: 0 } }];
const swapped = happening(4, { kind: 'swapped', action: null, seat: 0, ply: 2 });
const log = [
  happening(2, { action: 'nn', ply: 1 }),
  happening(3, { action: 'end', facts: ended, ply: 2 }),
  swapped,
  happening(5, { seat: 1, action: 'nn', ply: 3 }),
  happening(6, { seat: 1, action: 'ee', ply: 4 }),
];

test('before the swap they sat the other way round', () => {
  expect(beforeSwap(people)).toEqual({ ...people, names: ['Ada', 'Bo'], me: 0 });
  expect(beforeSwap({ ...people, me: null }).me).toBeNull();
  expect(beforeSwap({ colours: ['y', 'r', 'g'], names: ['B', 'A', 'C'], me: 2 })).toMatchObject({
    names: ['A', 'B', 'C'],
    me: 2,
  });
});

test('each entry is told of those who sat there then', () => {
  expect(peopleAt(log[0]!, log, people).names[0]).toBe('Ada');
  expect(peopleAt(swapped, log, people).names[0]).toBe('Bo');
  expect(peopleAt(log[4]!, log, people)).toBe(people);
  expect(peopleAt(log[0]!, log.slice(0, 2), people)).toBe(people);
});

test('the log names whoever played then', async () => {
  render(Story, { log, ui, people, point: () => {} });
  const turns = screen.getAllByRole('button', { expanded: false });
  expect(turns[0]!.textContent).toContain('You:');
  expect(screen.getByText('The first two places are swapped: Bo now has the first.')).toBeTruthy();
});

test('it is told in every language, to whoever swaps and to the others', async () => {
  for (const language of ['en', 'de', 'fr', 'it'] as const) {
    await setLanguage(language);
    const other = happeningText(swapped, people, ui);
    expect(other).toContain('Bo');
    expect(happeningText(swapped, { ...people, me: 0 }, ui)).not.toBe(other);
  }
});

test('it is spoken when it happens', () => {
  const step = { state: state(4), happened: [swapped], animate: true };
  expect(spoken(step, people, ui)).toContain('Bo now has the first');
});

test('a plain button offers it, by the name and the colour of whoever began', async () => {
  const swap = vi.fn();
  const store = {
    people: { colours: ['y', 'g'], names: ['Ada', 'Bo'], me: 1 },
    asking: false,
    pending: null,
  } as unknown as TableStore;
  render(Swap, { store, swap });
  expect(screen.getByRole('status').textContent).toMatch(/take over Ada’s place \(yellow\)/);
  await fireEvent.click(screen.getByRole('button', { name: /Swap places/ }));
  expect(swap).toHaveBeenCalledOnce();
});

test('at one screen whoever may swap is named', () => {
  const store = {
    people: { colours: ['y', 'g'], names: ['Ada', 'Bo'], me: null },
    asking: false,
    pending: null,
  } as unknown as TableStore;
  render(Swap, { store, swap: () => {} });
  expect(screen.getByRole('status').textContent).toContain('Swap, Bo?');
});
