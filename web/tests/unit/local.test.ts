// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LocalHost, type HostWorld } from '../../src/local/host';
import { Conflict, MemoryStore, NoStorage, type News } from '../../src/local/store';
import type { Analysis, HintAnswer, StateMessage, TableView, Tried } from '../../src/protocol';

const PUBLIC = new URL('../../public/', import.meta.url);
const LONG = 240_000; // a busy machine is no fault

function newHost(store = new MemoryStore(), more: Partial<HostWorld> = {}) {
  let now = 1_800_000_000_000;
  const faults: unknown[] = [];
  const host = new LocalHost({
    read: (name) => Promise.resolve(new Uint8Array(readFileSync(new URL(name, PUBLIC)))),
    store,
    failed: (_, fault) => faults.push(fault),
    now: () => (now += 10),
    later: (what, ms) => {
      const timer = setTimeout(what, Math.min(ms, 1));
      return () => clearTimeout(timer);
    },
    ...more,
  });
  return { host, faults };
}

async function ask<T>(host: LocalHost, method: string, path: string, body: unknown = null): Promise<T> {
  const { status, answer } = await host.request(method, path, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer as T;
}

function create(host: LocalHost, game: string, seats: object[], more: object = {}): Promise<TableView> {
  return ask(host, 'POST', '/api/tables', { settings: { game, seats, pace: 0, ...more }, name: 'Ada' });
}

let ids = 0;
const newId = () => `request-${(ids += 1)}`;

const AGAINST_A_MACHINE = [{ who: 'me' }, { who: 'machine', level: 'easy' }];
const AT_ONE_SCREEN = [{ who: 'me' }, { who: 'me', name: 'Bo' }];

/** Sit at a table and play whenever one may, until the game is over or so many actions were played. */
function playOn(host: LocalHost, table: string, most = Infinity): Promise<StateMessage> {
  return new Promise((resolve, reject) => {
    let asked = 0;
    void host.connect(table, 0, (state) => {
      if (state.type === 'bye') return reject(new Error(state.key));
      const legal = state.position?.legal ?? [];
      if (state.table.status === 'over' || (legal.length && asked >= most)) return resolve(state);
      if (!legal.length) return;
      asked += 1;
      const action = legal[(asked * 7) % legal.length]!;
      const message = { type: 'play', id: newId(), version: state.version, action };
      void host.ask(table, message).then((answer) => {
        if (answer.type !== 'accepted') reject(new Error(JSON.stringify(answer)));
      }, reject);
    });
  });
}

async function shown(host: LocalHost, table: string): Promise<StateMessage> {
  let seen: StateMessage | null = null;
  await host.connect(table, 0, (message) => {
    if (message.type === 'state') seen = message;
  });
  return seen!;
}

describe.skipIf(!existsSync(new URL('python/built.json', PUBLIC)))('a host in the page', () => {
  for (const game of ['icecult', 'igluiglu'])
    it(
      `plays a whole game of ${game} against a machine, and looks through it`,
      async () => {
        const { host, faults } = newHost();
        const table = await create(host, game, AGAINST_A_MACHINE);
        const end = await playOn(host, table.id);
        expect(end.table.result!.winners.length).toBeGreaterThan(0);
        expect(end.happened.at(-1)!.facts.map(({ key }) => key)).toContain('won');
        if (game === 'igluiglu') return; // its games are long, and looking through them is the same code
        let found: Analysis;
        do found = await ask(host, 'GET', `/api/tables/${table.id}/analysis`);
        while (found.done < found.total);
        expect(found.judgements.map(({ ply }) => ply)).toEqual(found.judgements.map((_, n) => n + 1));
        expect(faults).toEqual([]);
      },
      LONG,
    );

  it(
    'keeps a game: another page opens it as it was, and plays on',
    async () => {
      const store = new MemoryStore();
      const { host } = newHost(store);
      const table = await create(host, 'igluiglu', AT_ONE_SCREEN);
      const left = await playOn(host, table.id, 9);
      const later = newHost(store).host;
      const found = await shown(later, table.id);
      expect(found).toMatchObject({ version: left.version, position: left.position, seat: left.seat });
      expect((await ask<{ tables: TableView[] }>(later, 'GET', '/api/me/tables')).tables).toMatchObject([
        { id: table.id, status: 'running' },
      ]);
      expect((await playOn(later, table.id, 3)).version).toBe(left.version + 3);
    },
    LONG,
  );

  it(
    'says why something cannot be played, in the words of the rule',
    async () => {
      const { host } = newHost();
      const table = await create(host, 'icecult', AT_ONE_SCREEN);
      const answer = await host.ask(table.id, { id: 'request-why', type: 'why', action: 'a@start' } as never);
      expect(answer).toMatchObject({ type: 'refused', rule: 'IC-9' });
    },
    LONG,
  );

  it(
    'hints, judged by the network',
    async () => {
      const { host } = newHost();
      const first = await ask<Tried>(host, 'POST', '/api/positions', { game: 'icecult', players: 2 });
      const hint = await ask<HintAnswer>(host, 'POST', '/api/hint', { position: first.document });
      expect(first.position.legal).toContain(hint.action);
      expect(hint.judged_by).toBe('network');
      expect(hint.chances[0]! + hint.chances[1]!).toBeCloseTo(1, 2);
    },
    LONG,
  );

  it(
    'refuses what it does not know, and damaged records, with a sentence',
    async () => {
      const { host } = newHost();
      expect((await host.request('POST', '/api/positions', { game: 'chess' })).status).toBe(400);
      expect((await host.request('GET', '/api/tables/local-none', null)).status).toBe(404);
      const damaged = await host.request('POST', '/api/replay', { record: { game: 'icecult', format: 99 } });
      expect(damaged.status).toBe(400);
      expect((damaged.answer as { words: string }).words).toMatch(/record cannot be/);
    },
    LONG,
  );

  it(
    'lets the faster of two tabs decide, and shows the other how it stands',
    async () => {
      const store = new MemoryStore();
      const { host } = newHost(store);
      const table = await create(host, 'icecult', AT_ONE_SCREEN);
      const other = newHost(store).host;
      const before = await shown(other, table.id);
      await playOn(host, table.id, 2);
      const late = await other.ask(table.id, {
        id: 'request-1',
        type: 'play',
        version: before.version,
        action: 'nn',
      } as never);
      expect(late.type).toBe('stale');
      expect((await shown(other, table.id)).version).toBe(before.version + 2);
    },
    LONG,
  );

  it(
    'tells before the game where nothing can be kept',
    async () => {
      class Full extends MemoryStore {
        override append(): Promise<void> {
          return Promise.reject(new NoStorage('the storage is full'));
        }
      }
      const { host } = newHost(new Full());
      const { status, answer } = await host.request('POST', '/api/tables', {
        settings: { game: 'icecult', seats: AT_ONE_SCREEN },
      });
      expect([status, (answer as { key: string }).key]).toEqual([507, 'no_storage']);
    },
    LONG,
  );

  it(
    'tells those at the table that a machine failed, and tries no more',
    async () => {
      class Broken extends MemoryStore {
        broken = false;
        override append(news: News[]): Promise<void> {
          return this.broken ? Promise.reject(new Error('no reason at all')) : super.append(news);
        }
      }
      const store = new Broken();
      const { host, faults } = newHost(store);
      const table = await create(host, 'icecult', [AGAINST_A_MACHINE[1]!, AGAINST_A_MACHINE[0]!]);
      store.broken = true;
      const told = await new Promise((resolve) => {
        void host.connect(table.id, 0, (message) => message.type === 'bye' && resolve(message));
      });
      expect(told).toMatchObject({ type: 'bye', key: 'here', again: false });
      expect(faults).toHaveLength(1);
      store.broken = false;
      expect((await playOn(host, table.id, 1)).version).toBeGreaterThan(table.turn);
    },
    LONG,
  );

  it(
    'calls people by their names, also when they play again',
    async () => {
      const { host } = newHost();
      const table = await create(host, 'icecult', AT_ONE_SCREEN);
      await host.ask(table.id, { id: newId(), type: 'resign', seat: 0 } as never);
      const again = await ask<TableView>(host, 'POST', `/api/tables/${table.id}/rematch`, {});
      expect(again.seats.map(({ name }) => name)).toEqual(['Bo', 'Ada']);
    },
    LONG,
  );

  it('keeps logs in order', async () => {
    const store = new MemoryStore();
    const head = { changed: 1 } as TableView;
    await store.append([{ table: 'local-1', secret: '', events: [{ version: 1, at: 1 }], head }]);
    const again = store.append([{ table: 'local-1', secret: '', events: [{ version: 1, at: 2 }], head }]);
    await expect(again).rejects.toBeInstanceOf(Conflict);
  });
});
