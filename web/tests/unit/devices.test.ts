import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryShelves } from '../../src/app/practice/shelves';
import { forgetPuzzles } from '../../src/app/devices/leaving';
import { absence, comeBack } from '../../src/app/devices/longAway';
import { deviceName, used } from '../../src/app/devices/telling';
import { setLanguage } from '../../src/i18n';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 6, 15, 12);

beforeEach(() => setLanguage('en'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('a device says when it was used last, and that it was not for long', () => {
  expect(used({ seen: NOW - 1000 }, NOW)).toBe('used today');
  expect(used({ seen: NOW - 3 * DAY }, NOW)).toBe('last used on Jul 12, 2026');
  expect(used({ seen: NOW - 40 * DAY }, NOW)).toBe('not used since Jun 5, 2026');
  expect(deviceName('')).toBe('Device without a name');
});

test('whoever was away for half of the time that a server keeps people is told', () => {
  expect(absence(0, NOW, 90, true)).toBeNull(); // never here before
  expect(absence(NOW - 400 * DAY, NOW, 0, true)).toBeNull(); // kept for ever
  expect(absence(NOW - 44 * DAY, NOW, 90, true)).toBeNull();
  expect(absence(NOW - 45 * DAY, NOW, 90, true)?.kind).toBe('soon');
  expect(absence(NOW - 91 * DAY, NOW, 90, true)?.kind).toBe('soon'); // another device was used, or nobody tidied up
  expect(absence(NOW - 91 * DAY, NOW, 90, false)?.kind).toBe('gone');
});

test('a visit is kept, and whoever the server has forgotten is told', async () => {
  const answers: Record<string, unknown> = {
    '/api/me': { name: null },
    '/api/privacy': { guests_after: 90, tables_after: 0 },
  };
  const asked = vi.fn(async (path: string) => new Response(JSON.stringify(answers[path])));
  vi.stubGlobal('fetch', asked);
  expect(await comeBack(NOW - 100 * DAY)).toBeNull(); // the first visit
  expect(await comeBack(NOW - 100 * DAY + 1000)).toBeNull();
  expect(asked.mock.calls.filter(([path]) => path === '/api/privacy').length).toBeLessThanOrEqual(1);
  localStorage.setItem('floe.name', 'Ada');
  expect(await comeBack(NOW)).toEqual({ kind: 'gone', since: NOW - 100 * DAY + 1000, days: 90 });
  expect(await comeBack(NOW + 1000)).toBeNull();
});

test('whoever leaves a device leaves no puzzles to the next, and the exercises of the device stay', async () => {
  const shelves = new MemoryShelves();
  for (const shelf of ['tries', 'days', 'records', 'exercises'] as const)
    await shelves.put(shelf, { key: 'icecult/1' });
  await forgetPuzzles(shelves);
  for (const shelf of ['tries', 'days', 'records'] as const) expect(await shelves.all(shelf)).toEqual([]);
  expect(await shelves.all('exercises')).toHaveLength(1);
});
