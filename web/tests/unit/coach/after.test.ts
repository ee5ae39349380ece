/** After a game: what beat one and how to see it coming, and the next thing to try. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../src/app/api';
import AfterGame from '../../../src/app/coach/AfterGame.svelte';
import { loadServer } from '../../../src/app/server.svelte';
import type { TableStore } from '../../../src/app/table.svelte';
import type { GameUI } from '../../../src/games/game';
import { icecult } from '../../../src/games/icecult/ui';
import { setLanguage } from '../../../src/i18n';
import { PROTOCOL, type Analysis } from '../../../src/protocol';
import { happening, outsideGame, position, seat, state, table } from '../making';
import { find } from '../icecult/frames';

beforeEach(async () => {
  await setLanguage('en');
  const game = outsideGame({ name: 'icecult', levels: ['beginner', 'easy'], default_level: 'easy' });
  vi.spyOn(api, 'server').mockResolvedValue({ version: '1', protocol: PROTOCOL, games: [game], docs: false });
  await loadServer();
});
afterEach(cleanup);

const ui: GameUI = { ...icecult, name: 'icecult', title: 'ICE CULT' };
const log = [0, 0, 1, 0, 0, 1].map((who, i) =>
  happening(i + 1, { kind: 'played', seat: who, action: 'x', ply: i + 1 }),
);

function finished(winner: number): TableStore {
  const seats = [seat(0), seat(1, { kind: 'machine', mine: false, level: 'beginner', name: null })];
  const result = { winners: [winner], rule: 'IC-20', reason: 'home', resigned: null };
  const over = table({ status: 'over', result, seats });
  const { view } = find(({ position: { legal } }) => legal.length > 0).position;
  return {
    state: state(9, { table: over, position: position(6, { view }) }),
    table: over,
    seats,
    people: { colours: ['y', 'g'], names: ['Ada', 'Lemming'], me: 0 },
    log,
  } as unknown as TableStore;
}

test('a defeat is explained, and can be tried again from one’s last turn, against the same machine', async () => {
  const record = { game: 'icecult' };
  vi.spyOn(api, 'record').mockResolvedValue(record);
  vi.spyOn(api, 'me').mockResolvedValue({ name: null });
  const create = vi.spyOn(api, 'create').mockRejectedValue(new Error('enough'));
  render(AfterGame, { props: { store: finished(1), ui, analysis: null } });
  expect(screen.getByText(/^Lemming brought all five pawns home first\. Count/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Try from here' }));
  await expect.poll(() => create).toHaveBeenCalledOnce();
  expect(create.mock.calls[0]![0]).toMatchObject({
    record,
    ply: 3,
    settings: { game: 'icecult', seats: [{ who: 'me' }, { who: 'machine', level: 'beginner' }] },
  });
});

test('once a machine has looked at the game, from the last decision that gave it away', async () => {
  const judgements = [
    { ply: 2, loss: 0.4, chances: [], best: 'x', reasons: [] },
    { ply: 5, loss: 0.01, chances: [], best: 'x', reasons: [] },
  ];
  const analysis: Analysis = { done: 6, total: 6, judgements, turning_points: [] };
  vi.spyOn(api, 'record').mockResolvedValue({});
  vi.spyOn(api, 'me').mockResolvedValue({ name: null });
  const create = vi.spyOn(api, 'create').mockRejectedValue(new Error('enough'));
  render(AfterGame, { props: { store: finished(1), ui, analysis } });
  await fireEvent.click(screen.getByRole('button', { name: 'Try from here' }));
  await expect.poll(() => create).toHaveBeenCalledOnce();
  expect(create.mock.calls[0]![0]).toMatchObject({ ply: 1 });
});

test('whoever wins is offered the next machine', () => {
  render(AfterGame, { props: { store: finished(0), ui, analysis: null } });
  expect(screen.getByRole('button', { name: 'Play against Puffin' })).toBeTruthy();
  expect(screen.queryByText('What happened')).toBeNull();
});
