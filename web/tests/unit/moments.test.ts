/** After a game: at most three moments, named in words, what was played beside what would have been better. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../../src/app/api';
import Moments from '../../src/app/table/Moments.svelte';
import { gradeOf, momentsOf, MOST_MOMENTS } from '../../src/app/table/moments';
import { icecult } from '../../src/games/icecult/ui';
import { setLanguage } from '../../src/i18n';
import type { Frames, Judgement } from '../../src/protocol';
import { find } from './icecult/frames';
import { happening } from './making';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const judged = (ply: number, loss: number, more: Partial<Judgement> = {}): Judgement => ({
  ply,
  loss,
  chances: [0.5, 0.5],
  best: 'nn',
  reasons: [],
  ...more,
});
/** Two actions a turn, the seats in turn. */
const LOG = Array.from({ length: 16 }, (_, i) => happening(i + 1, { seat: Math.floor(i / 2) % 2, action: 'ss' }));
const plies = (judgements: Judgement[], me: number | null) =>
  momentsOf(judgements, LOG, me).map(({ judgement }) => judgement.ply);

describe('which moments', () => {
  test('the worst three of the reader, in the order of play', () => {
    const all = [judged(1, 0.1), judged(5, 0.4), judged(9, 0.3), judged(13, 0.2), judged(3, 0.9)];
    expect(plies(all, 0)).toEqual([5, 9, 13]);
    expect(plies(all, 0)).toHaveLength(MOST_MOMENTS);
  });

  test('fewer than three are made up by what others gave away', () => {
    expect(plies([judged(5, 0.4), judged(3, 0.9), judged(7, 0.2), judged(11, 0.1)], 0)).toEqual([3, 5, 7]);
  });

  test('one a turn, and nothing that costs next to nothing', () => {
    expect(plies([judged(1, 0.2), judged(2, 0.3), judged(9, 0.05)], 0)).toEqual([2]);
    expect(plies([], null)).toEqual([]);
  });

  test('they are graded as the analysis grades them', () => {
    expect([0.3, 0.25, 0.2, 0.12, 0.1].map(gradeOf)).toEqual(['blunder', 'blunder', 'mistake', 'mistake', 'slip']);
  });
});

describe('how they are told', () => {
  const { position } = find(({ position: { view } }) => view['phase'] === 'tilt1');
  const people = { colours: ['y' as const, 'g' as const], names: ['Guest', 'Bo'], me: 0 };
  const moments = momentsOf(
    [judged(1, 0.43, { reasons: [{ key: 'stops_win', values: { seat: 1, goal: 'tower' } }] }), judged(5, 0.2)],
    LOG,
    0,
  );
  function show(more = {}) {
    const frames = vi.spyOn(api, 'frames').mockResolvedValue({ frames: [{ position }] } as unknown as Frames);
    const ui = { ...icecult, name: 'icecult', title: 'ICE CULT' };
    const [go, tryFrom] = [vi.fn(), vi.fn(() => Promise.resolve())];
    return {
      go,
      tryFrom,
      frames,
      ...render(Moments, { props: { id: 't', ui, people, moments, go, tryFrom, ...more } }),
    };
  }

  test('the blunder in words, both moves side by side, and why', async () => {
    const { container, frames } = show();
    await screen.findAllByText('Played');
    expect(frames).toHaveBeenCalledWith('t', 0, 1);
    const first = container.querySelector('li')!;
    expect(first.textContent).toContain('You: blunder');
    expect(first.textContent).toContain('43% of winning chances lost');
    expect(first.textContent).not.toContain('Guest');
    const [played, better] = first.querySelectorAll('dl > div');
    expect(played!.textContent).toContain('The southern pair tilts south.');
    expect(better!.textContent).toContain('The northern pair tilts north.');
    expect(better!.querySelectorAll('.signs svg').length).toBeGreaterThan(2);
    expect(first.textContent).toContain('Otherwise Bo could win next turn with a tower.');
  });

  test('one click shows it on the board, one tries it from there', async () => {
    const { go, tryFrom } = show();
    await fireEvent.click(screen.getAllByRole('button', { name: 'Show on the board' })[0]!);
    expect(go).toHaveBeenCalledExactlyOnceWith(0);
    await fireEvent.click(screen.getAllByRole('button', { name: 'Try from here' })[1]!);
    expect(tryFrom).toHaveBeenCalledExactlyOnceWith(4);
  });

  test('beside a replay only the moment on the screen is unfolded', async () => {
    show({ ply: 4 });
    expect(await screen.findAllByText('Played')).toHaveLength(1);
    expect(screen.getByRole('button', { expanded: true }).textContent).toContain('mistake');
  });
});
