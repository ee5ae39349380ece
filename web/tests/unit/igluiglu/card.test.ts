/** A player's card has the very points that the count and the result have. */

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Count from '../../../src/games/igluiglu/board/Count.svelte';
import PlayerExtras from '../../../src/games/igluiglu/board/PlayerExtras.svelte';
import { points, viewOf } from '../../../src/games/igluiglu/model/view';
import { setLanguage } from '../../../src/i18n';
import { RECORDED } from './frames';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const COUNTED = RECORDED.filter(({ position }) => points(position)?.some((n) => n > 0));
const cards = ({ position, seat }: (typeof RECORDED)[number]) => {
  const { players } = viewOf(position.view);
  const people = { colours: players, names: players.map(String), me: null };
  return players.map((_, of) => {
    const { container } = render(PlayerExtras, { props: { view: position.view, position, seat, people, of } });
    const shown = container.querySelector('b')!.textContent;
    cleanup();
    return Number(shown);
  });
};

test('as it stands, and at the end', () => {
  expect(COUNTED.some(({ position }) => viewOf(position.view).phase === 'over')).toBe(true);
  expect(COUNTED.some(({ position }) => viewOf(position.view).phase !== 'over')).toBe(true);
  for (const frame of COUNTED) expect(cards(frame)).toEqual(points(frame.position));
});

test('also where somebody gave up and the view has no count of its own', () => {
  const frame = COUNTED.find(({ position }) => viewOf(position.view).scores === null)!;
  const { position, seat } = frame;
  const { players } = viewOf(position.view);
  const people = { colours: players, names: players.map(String), me: null };
  const { container } = render(Count, { props: { view: position.view, position, seat, people } });
  const totals = [...container.querySelectorAll('td.total')].map((cell) => Number(cell.textContent));
  cleanup();
  expect(cards(frame)).toEqual(totals);
});
