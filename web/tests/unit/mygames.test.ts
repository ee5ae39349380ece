import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../src/app/api';
import MyGames from '../../src/app/lists/MyGames.svelte';
import { isMyTurn, sorted, waitsForMe } from '../../src/app/lists/sorting';
import { followWaiting, heard, lookAgain, titled, waitingCount } from '../../src/app/lists/waiting.svelte';
import { setLanguage, until } from '../../src/i18n';
import type { Kept } from '../../src/local/store';
import { seat, table } from './making';

afterEach(cleanup);

const made = (id: string, changes: Partial<Kept> = {}): Kept => ({ ...table(), id, ...changes });
const mine = made('mine');
const theirs = made('theirs', { to_move: 1 });
const invited = made('invited', { status: 'gathering', invited: true, to_move: null });
const soon = made('soon', { due_by: 1_000 });
const later = made('later', { due_by: 2_000 });
const over = made('over', { status: 'over', to_move: null });
const moved = made('moved', { moved: 'elsewhere' });
const byMachine = made('machine', { seats: [seat(0, { stand_in: true, level: 'easy' }), seat(1)] });
const open = made('open', { status: 'gathering', to_move: null });

test('it is one’s turn where a person at this screen decides, in a game that goes on here', () => {
  const turns = [mine, theirs, invited, over, moved, byMachine, open].filter(isMyTurn).map(({ id }) => id);
  expect(turns).toEqual(['mine']);
  expect([mine, theirs, invited].map(waitsForMe)).toEqual([true, false, true]);
});

test('whatever waits comes first, what is due soonest before the rest, and what is over last', () => {
  const parts = sorted([over, theirs, mine, later, open, soon, invited, moved, byMachine]);
  expect(parts.waiting.map(({ id }) => id)).toEqual(['invited', 'soon', 'later', 'mine']);
  expect(parts.running.map(({ id }) => id)).toEqual(['theirs', 'open', 'machine']);
  expect(parts.finished.map(({ id }) => id)).toEqual(['over', 'moved']);
});

test('the title says how many tables wait, and says nothing where none does', async () => {
  heard([mine, theirs, invited]);
  expect(titled('Floe')).toBe('(2) Floe');
  heard([theirs]);
  expect(titled('Floe')).toBe('Floe');
  vi.spyOn(api, 'myTables').mockResolvedValue({ tables: [soon], more: null });
  lookAgain();
  await expect.poll(waitingCount).toBe(1);
});

test('the number is kept true while the page is open, and what cannot be asked changes nothing', async () => {
  const asked = vi.spyOn(api, 'myTables').mockResolvedValue({ tables: [mine, soon], more: null });
  const stop = followWaiting();
  dispatchEvent(new Event('focus'));
  await expect.poll(waitingCount).toBe(2);
  asked.mockRejectedValue(new Error('away'));
  dispatchEvent(new Event('focus'));
  await expect.poll(() => asked).toHaveBeenCalledTimes(2);
  expect(waitingCount()).toBe(2);
  stop();
  dispatchEvent(new Event('focus'));
  expect(asked).toHaveBeenCalledTimes(2);
});

test('my games are shown in parts, and say until when a decision is due', async () => {
  await setLanguage('en');
  const due_by = Date.now() + 60_000;
  const tables = [over, theirs, made('due', { due_by })];
  vi.spyOn(api, 'myTables').mockResolvedValue({ tables, more: null });
  vi.spyOn(api, 'view').mockRejectedValue(new Error('no picture'));
  render(MyGames);
  await expect
    .poll(() => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent))
    .toEqual(['Waiting for you (1)', 'In progress (1)', 'Finished (1)']);
  expect(screen.getByText(`· until ${until(due_by)}`)).toBeTruthy();
});

test('a deadline is told by the time, the weekday or the date', async () => {
  await setLanguage('en');
  const now = new Date(2026, 10, 16, 12).getTime();
  expect(until(now + 3_600_000, now)).toBe('1:00 PM');
  expect(until(now + 2 * 86_400_000, now)).toBe('Wed 12:00 PM');
  expect(until(now + 9 * 86_400_000, now)).toBe('Nov 25, 12:00 PM');
});
