import { beforeAll, expect, test, vi } from 'vitest';
import { api, Failure } from '../../src/app/api';
import { troubleWith } from '../../src/app/replay/trouble';
import { loadServer } from '../../src/app/server.svelte';
import { setLanguage } from '../../src/i18n';
import { outsideGame } from './making';

const record = {
  format: 1,
  game: 'nim',
  rules_version: 1,
  players: [{ name: 'Ada' }, { name: 'Bo' }],
  seed: 1,
  start: null,
  actions: ['a', 'b', 'c'],
  times: [1, 2, 3],
  result: { winners: [0] },
};
const fault = (where: string) =>
  new Failure({ key: 'malformed', words: `this record cannot be: ${where}`, rule: null, values: { where } }, 400);

beforeAll(async () => {
  const games = [outsideGame({ rules_version: 1 })];
  vi.spyOn(api, 'server').mockResolvedValue({ version: '1', protocol: 1, games, docs: false });
  await loadServer();
  await setLanguage('en');
});

test('of a damaged record, what comes before the damage can be watched', () => {
  const { words, told, part } = troubleWith(record, fault('actions[2]'));
  expect(words).toContain('actions[2]');
  expect(told).toBe('According to the file: Nim, Ada and Bo, 3 actions.');
  expect(part).toMatchObject({ actions: ['a', 'b'], times: [1, 2], result: null });
  expect(troubleWith(record, fault('times[1]')).part).toMatchObject({ actions: ['a', 'b', 'c'], times: null });
  expect(troubleWith(record, fault('actions[0]')).part).toBeNull();
  expect(troubleWith(record, fault('players')).part).toBeNull();
});

test('a file that holds something else of the game is no record, and nothing is said of its fields', () => {
  const { actions: _, ...position } = record;
  const { words, part } = troubleWith(position, fault('actions'));
  expect(words).toBe('This file isn’t a saved game.');
  expect(part).toBeNull();
});

test('a record of a newer Floe is told from a damaged one', () => {
  for (const newer of [{ rules_version: 2 }, { format: 2 }])
    expect(troubleWith({ ...record, ...newer }, fault('rules_version'))).toMatchObject({
      words: expect.stringContaining('newer version of Floe') as string,
      part: null,
    });
});

test('a game that was running, and one that is not known, are named as such', () => {
  expect(troubleWith({ ...record, seed: null }, fault('start')).words).toContain('still in progress');
  expect(troubleWith({ ...record, game: 'go' }, fault('game')).words).toContain('isn’t available here');
  expect(troubleWith({ ...record, players: 3 }, fault('players')).told).toBe('');
});
