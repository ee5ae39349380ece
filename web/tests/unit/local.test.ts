// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LocalHost } from '../../src/local/host';
import { MemoryStore } from '../../src/local/store';
import type { StateMessage, TableView } from '../../src/protocol';

const PUBLIC = new URL('../../public/', import.meta.url);

function newHost(store = new MemoryStore()) {
  let now = 1_800_000_000_000;
  return new LocalHost({
    read: (name) => Promise.resolve(new Uint8Array(readFileSync(new URL(name, PUBLIC)))),
    store,
    failed: (_, fault) => console.error(String(fault).slice(-1500)),
    now: () => (now += 10),
    later: (what, ms) => {
      const timer = setTimeout(what, Math.min(ms, 1));
      return () => clearTimeout(timer);
    },
  });
}

async function create(host: LocalHost, game: string, seats: object[], more: object = {}): Promise<TableView> {
  const { status, answer } = await host.request('POST', '/api/tables', {
    settings: { game, seats, pace: 0 },
    name: 'Ada',
    ...more,
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer as TableView;
}

/** Sit at a table and play the first legal action whenever one may, until the game is over. */
function playOut(host: LocalHost, table: string, most = 400): Promise<StateMessage> {
  return new Promise((resolve, reject) => {
    let asked = 0;
    void host.connect(table, 0, (state) => {
      const legal = state.position?.legal ?? [];
      if (state.table.status === 'over') return resolve(state);
      if (!legal.length) return;
      if (++asked > most) return resolve(state);
      const action = legal[(asked * 7) % legal.length]!;
      const message = { type: 'play', id: `request-${asked}`, version: state.version, action };
      void host.ask(table, message).then((answer) => {
        if (answer.type !== 'accepted') reject(new Error(JSON.stringify(answer)));
      }, reject);
    });
  });
}

describe.skipIf(!existsSync(new URL('python/host.json', PUBLIC)))('a host in the page', () => {
  for (const game of ['icecult', 'igluiglu'])
    it(`plays a whole game of ${game} against a machine, and keeps it`, async () => {
      const store = new MemoryStore();
      const host = newHost(store);
      const table = await create(host, game, [{ who: 'me' }, { who: 'machine', level: 'easy' }]);
      const begun = performance.now();
      const end = await playOut(host, table.id);
      console.log(game, end.version, 'events in', performance.now() - begun, 'ms');
      expect(end.table.result).not.toBeNull();
      const again = newHost(store);
      let shown: StateMessage | null = null;
      await again.connect(table.id, 0, (state) => (shown = state));
      expect({ ...shown!, now: 0 }).toMatchObject({ version: end.version, position: end.position });
      const record = await again.request('GET', `/api/tables/${table.id}/record`, null);
      expect(record.status).toBe(200);
      const first = await host.request('POST', '/api/positions', { game });
      const hint = await host.request('POST', '/api/hint', {
        position: (first.answer as { document: object }).document,
      });
      console.log(JSON.stringify(hint).slice(0, 600));
      const t = performance.now();
      const analysis = await again.request('GET', `/api/tables/${table.id}/analysis`, null);
      console.log('analysis', performance.now() - t, JSON.stringify(analysis).slice(0, 300));
    }, 240_000);
});
