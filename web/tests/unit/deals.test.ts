import { beforeEach, expect, test, vi } from 'vitest';
import type { StateMessage, TableView } from '../../src/protocol';
import { api, Failure } from '../../src/app/api';
import { checked, sit, withEntropy } from '../../src/app/deals';
import { seat, table as made } from './making';

vi.mock('../../src/local', async (real) => ({ ...(await real<object>()), hosts: () => Promise.resolve(true) }));

const table = made({ id: 'T1', game: 'igluiglu', commitment: 'c0ffee' });
const end = {
  table,
  seat: 1,
  position: { view: { turn: 9, cells: { a1: { inuit: 'r' } } } },
} as unknown as StateMessage;
const view = { cells: { a1: { inuit: 'r' } }, turn: 9 };
let sent = '';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, 'record').mockResolvedValue({});
  vi.spyOn(api, 'sit').mockImplementation((_, wanted) => {
    sent = wanted.entropy ?? '';
    return Promise.resolve(table);
  });
});

const verified = (changes: object) =>
  vi.spyOn(api, 'verify').mockResolvedValue({ view, commitment: 'c0ffee', entropy: sent, ...changes });

test('a deal that fits what was promised is fair', async () => {
  await sit(table, { seat: 1, name: 'Ada' });
  expect(sent).toMatch(/^[0-9a-f]{64}$/);
  verified({});
  expect(await checked(end, 1)).toBe('fair');
});

test.each([
  ['another commitment', { commitment: 'decaf' }],
  ['other digits than were sent', { entropy: '00' }],
  ['another end than was shown', { view: { ...view, turn: 8 } }],
])('%s is told', async (_, changes) => {
  await sit(table, { seat: 1, name: 'Ada' });
  verified(changes);
  expect(await checked(end, 1)).toBe('forged');
});

test('a record that does not hold together is told, and one that cannot be had is not', async () => {
  await sit(table, { seat: 1, name: 'Ada' });
  const problem = { key: 'record', words: 'seed: does not follow', rule: null, values: {} };
  vi.spyOn(api, 'verify').mockRejectedValueOnce(new Failure(problem, 400));
  expect(await checked(end, 1)).toBe('forged');
  vi.spyOn(api, 'record').mockRejectedValueOnce(new Failure(problem, 0));
  await expect(checked(end, 1)).rejects.toThrow();
});

test('what was never promised is not judged', async () => {
  verified({});
  expect(await checked(end, 1)).toBe('unchecked');
});

test('what is sent twice is the same both times', async () => {
  const waits: TableView = { ...table, seats: [seat(0, { entropy_due: true })] };
  const added = vi.spyOn(api, 'addEntropy').mockResolvedValue(table);
  await withEntropy(waits);
  await withEntropy(waits);
  expect(added.mock.calls[0]).toEqual(added.mock.calls[1]);
});
