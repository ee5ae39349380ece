// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exercisesOf } from '../../src/app/mistakes/finding';
import { NotLoaded } from '../../src/local/faults';
import { LocalHost, type HostWorld, type Loading } from '../../src/local/host';
import { Conflict, MemoryStore, NoStorage, type News } from '../../src/local/store';
import type {
  ActionJudged,
  Analysis,
  DailyPuzzle,
  HintAnswer,
  LinesAnswer,
  PuzzleSet,
  PuzzleSolution,
  PuzzleTried,
  PuzzleView,
  Rule,
  StateMessage,
  TableView,
  Tried,
} from '../../src/protocol';

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
  it(
    'tells the rules in the language that is asked for, and loads no other',
    async () => {
      const loaded: string[] = [];
      const { host } = newHost(undefined, {
        read: (name) => {
          loaded.push(name);
          return Promise.resolve(new Uint8Array(readFileSync(new URL(name, PUBLIC))));
        },
      });
      const german = await ask<Rule[]>(host, 'GET', '/api/games/icecult/rules?lang=de');
      expect(german[16]).toMatchObject({
        number: 'IC-17',
        text: expect.stringMatching(/^### IC-17 Kreis\n/) as string,
      });
      const english = await ask<Rule[]>(host, 'GET', '/api/games/igluiglu/rules');
      expect(english[23]!.text).toMatch(/^### II-24 Igloo\n/);
      await ask<Rule[]>(host, 'GET', '/api/games/igluiglu/rules?lang=de');
      expect(loaded.filter((name) => name.startsWith('python/rules-'))).toEqual([
        'python/rules-de.json',
        'python/rules-en.json',
      ]);
    },
    LONG,
  );

  it.each([
    ['icecult', 1200],
    ['igluiglu', 500],
  ])(
    'has the puzzles of %s, and loads them when they are asked for',
    async (game, most) => {
      const loaded: string[] = [];
      const { host } = newHost(undefined, {
        read: (name) => {
          loaded.push(name);
          return Promise.resolve(new Uint8Array(readFileSync(new URL(name, PUBLIC))));
        },
      });
      await host.prepare(game);
      const sets = () => loaded.filter((name) => name.startsWith('python/puzzles-'));
      expect(sets()).toEqual([]);
      const { ids } = await ask<PuzzleSet>(host, 'GET', `/api/puzzles/${game}`);
      expect([sets(), new Set(ids).size]).toEqual([[`python/puzzles-${game}.json`], most]);
      const { id } = await ask<DailyPuzzle>(host, 'GET', `/api/puzzles/${game}/daily?day=2026-11-16`);
      const path = `/api/puzzles/${game}/${id}`;
      const { seat, shown } = await ask<PuzzleView>(host, 'GET', path);
      const { frames } = await ask<PuzzleSolution>(host, 'GET', `${path}/solution`);
      const actions: string[] = [];
      let standing = 'open';
      for (const frame of frames.filter((one) => one.seat === seat)) {
        if (standing === 'solved') break;
        actions.push(frame.action!);
        ({ standing } = await ask<PuzzleTried>(host, 'POST', `${path}/try`, { actions }));
      }
      expect(standing).toBe('solved');
      let wrong: PuzzleTried | undefined;
      for (const action of shown.position.legal) {
        const tried = await ask<PuzzleTried>(host, 'POST', `${path}/try`, { actions: [action] });
        if (tried.standing === 'wrong') wrong = tried;
        if (wrong) break;
      }
      expect(wrong?.refutation?.facts.length).toBe(1);
      for (const [asked, status] of [
        [`/api/puzzles/${game}/0123`, 404],
        ['/api/puzzles/nothing', 404],
        [`/api/puzzles/${game}/daily?day=2026-02-30`, 409],
      ] as const)
        expect((await host.request('GET', asked, null)).status, asked).toBe(status);
    },
    LONG,
  );

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

  for (const game of ['icecult', 'igluiglu'])
    it(
      `judges an action of ${game} beside the best one`,
      async () => {
        const { host, faults } = newHost();
        const table = await create(host, game, AT_ONE_SCREEN);
        const state = await playOn(host, table.id, 12);
        const { view, legal } = state.position!;
        const seen = { position: view, seat: state.seat, sampled: true };
        const judge = (action: string) => ask<ActionJudged>(host, 'POST', '/api/judge', { ...seen, action });
        const found = await judge(legal[0]!);
        expect(legal).toContain(found.best);
        expect(found.seat).toBe(state.seat);
        const best = await judge(found.best);
        expect(best).toMatchObject({ best: found.best, loss: 0, grade: null, allowed: [] });
        expect(best.expected).toBeCloseTo(found.expected, 9);
        expect(faults).toEqual([]);
      },
      LONG,
    );

  it(
    'makes exercises of a game with secrets from the own view alone',
    async () => {
      const { host, faults } = newHost();
      const { id } = await create(host, 'igluiglu', AGAINST_A_MACHINE);
      const state = await playOn(host, id, 14);
      await host.ask(id, { type: 'resign', id: newId(), seat: state.seat } as { id: string });
      const record = await ask<{ actions: string[] }>(host, 'GET', `/api/tables/${id}/record`);
      const whole = await ask<Tried>(host, 'POST', '/api/try', { record, actions: record.actions });
      // Whatever the person played last was very bad, whoever looked first; the second look is the host's own.
      const ply = whole.moves.findLastIndex(({ seat }) => seat === state.seat) + 1;
      const found: Analysis = {
        done: 1,
        total: 1,
        turning_points: [],
        judgements: [{ ply, chances: [], best: '', loss: 0.9, reasons: [] }],
      };
      const judged: ActionJudged[] = [];
      const made = await exercisesOf(id, found, () => true, {
        table: (table) => ask(host, 'GET', `/api/tables/${table}`),
        record: (table) => ask(host, 'GET', `/api/tables/${table}/record`),
        try: (wanted) => ask(host, 'POST', '/api/try', wanted),
        judge: async (wanted) => {
          const answer = await ask<ActionJudged>(host, 'POST', '/api/judge', wanted);
          judged.push({ ...answer, grade: 'mistake' });
          return judged.at(-1)!;
        },
        analysis: () => Promise.reject(new Error('not asked')),
      });
      expect(made).toHaveLength(1);
      const { position, seat, best } = made[0]!;
      expect(judged[0]!.best).toBe(best);
      const before = await ask<Tried>(host, 'POST', '/api/try', { record, actions: record.actions.slice(0, ply - 1) });
      expect(JSON.stringify(position)).not.toBe(JSON.stringify(before.document));
      // It can be shown and played, with what is hidden drawn anew.
      const shownAgain = await ask<Tried>(host, 'POST', '/api/try', { position, seat, sampled: true });
      expect(shownAgain.position.legal).toContain(best);
      expect(shownAgain.document).toEqual(position);
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
    'looks further when it is asked again, and tells the best lines of each position',
    async () => {
      const { host } = newHost();
      for (const game of ['icecult', 'igluiglu']) {
        const { document, position } = await ask<Tried>(host, 'POST', '/api/positions', { game, players: 2 });
        const first = await ask<LinesAnswer>(host, 'POST', '/api/lines', { position: document });
        const second = await ask<LinesAnswer>(host, 'POST', '/api/lines', { position: document });
        expect(second.simulations).toBeGreaterThan(first.simulations);
        expect(second.best).toHaveLength(3);
        for (const { action, moves, chances } of second.best) {
          expect(position.legal).toContain(action);
          expect(moves[0]).toEqual({ seat: second.seat, action });
          expect(chances[0]! + chances[1]!).toBeCloseTo(1, 2);
        }
        // Another position is another question.
        const next = await ask<Tried>(host, 'POST', '/api/try', {
          position: document,
          actions: [second.best[0]!.action],
        });
        const third = await ask<LinesAnswer>(host, 'POST', '/api/lines', { position: next.document });
        expect(next.position.legal).toContain(third.best[0]!.action);
      }
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

  it(
    'says how far a machine is loaded, tries again when asked to, and plays without its weights if it may',
    async () => {
      const told: (Loading | null)[] = [];
      let away = true;
      const read: HostWorld['read'] = (name, came) => {
        if (away && name.endsWith('weights.bin')) return Promise.reject(new NotLoaded(name));
        const bytes = new Uint8Array(readFileSync(new URL(name, PUBLIC)));
        came?.(bytes.length);
        return Promise.resolve(bytes);
      };
      const { host } = newHost(new MemoryStore(), { read, loading: (state) => told.push(state) });
      const failed = (n: number) =>
        expect.poll(() => told.filter((state) => state && 'failed' in state)).toHaveLength(n);
      const table = await create(host, 'icecult', [AGAINST_A_MACHINE[1]!, AGAINST_A_MACHINE[0]!]);
      const turn = playOn(host, table.id, 1);
      await failed(1);
      expect(told.at(-1)).toEqual({ game: 'icecult', failed: true, instead: true });
      await expect(host.request('POST', '/api/hint', { table: table.id })).rejects.toThrow(/weights/);
      await failed(2);
      await host.retry(table.id, false);
      await failed(3);
      expect((await shown(host, table.id)).table.turn).toBe(0);
      await host.retry(table.id, true);
      expect((await turn).table.turn).toBe(1);
      expect(told.at(-1)).toBeNull();
      away = false;
      await host.request('GET', `/api/tables/${table.id}`, null);
      const hint = await host.request('POST', '/api/hint', { table: table.id });
      expect(hint.status).toBe(200);
      const progress = told.filter((state): state is Extract<Loading, { got: number }> => !!state && 'got' in state);
      expect(progress.at(-1)).toMatchObject({ got: progress.at(-1)!.total });
    },
    LONG,
  );

  it(
    'does not say that weights failed to come when the machines already play without them',
    async () => {
      const told: (Loading | null)[] = [];
      let giveUp = (_: Error) => {};
      const never = new Promise<Uint8Array<ArrayBuffer>>((_, reject) => (giveUp = reject));
      const read: HostWorld['read'] = (name) =>
        name.endsWith('weights.bin') ? never : Promise.resolve(new Uint8Array(readFileSync(new URL(name, PUBLIC))));
      const { host } = newHost(new MemoryStore(), { read, loading: (state) => told.push(state) });
      const table = await create(host, 'icecult', [AGAINST_A_MACHINE[1]!, AGAINST_A_MACHINE[0]!]);
      const turn = playOn(host, table.id, 1);
      await expect.poll(() => told.length).toBeGreaterThan(0);
      const hint = expect(host.request('POST', '/api/hint', { table: table.id })).rejects.toThrow(/weights/);
      await host.retry(table.id, true);
      expect((await turn).table.turn).toBe(1);
      giveUp(new NotLoaded('weights.bin'));
      await hint;
      expect(told.filter((state) => state && 'failed' in state)).toEqual([]);
      expect(told.at(-1)).toBeNull();
    },
    LONG,
  );

  it(
    'forgets a game that is deleted, and sends away those who are at it',
    async () => {
      const store = new MemoryStore();
      const { host } = newHost(store);
      const table = await create(host, 'icecult', AT_ONE_SCREEN);
      const keys: string[] = [];
      await host.connect(table.id, 0, (message) => message.type === 'bye' && keys.push(message.key));
      await ask(host, 'DELETE', `/api/tables/${table.id}`);
      expect(keys).toEqual(['no_table']);
      expect([await store.tables(), await store.log(table.id)]).toEqual([[], []]);
      expect((await host.request('GET', `/api/tables/${table.id}`, null)).status).toBe(404);
      expect(await host.ask(table.id, { id: newId() })).toMatchObject({ type: 'refused', key: 'no_table' });
    },
    LONG,
  );

  it(
    'hands over a position for a table elsewhere, and remembers where the game went',
    async () => {
      const { host } = newHost();
      const table = await create(host, 'igluiglu', AT_ONE_SCREEN);
      await playOn(host, table.id, 4);
      const position = await ask<Record<string, unknown>>(host, 'GET', `/api/tables/${table.id}/position`);
      const tried = await ask<Tried>(host, 'POST', '/api/try', { position });
      expect(tried.document).toEqual(position);
      await ask(host, 'PUT', `/api/tables/${table.id}/moved`, { to: 'abcdef' });
      expect(await ask(host, 'GET', `/api/tables/${table.id}`)).toMatchObject({ moved: 'abcdef', status: 'running' });
      await playOn(host, table.id, 1);
      expect(await ask(host, 'GET', '/api/me/tables')).toMatchObject({ tables: [{ moved: 'abcdef' }] });
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
