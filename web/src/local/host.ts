/**
 * The host of local tables: it drives Python as a server drives its tables, one thing after the other, and lets nobody
 * know of anything that is not stored yet.
 */

import { Kernels, type Read } from '../kernels/service';
import type { Rules } from '../kernels/rules';
import { best, type Search } from '../kernels/search';
import type { Answer } from '../app/socket';
import type { Analysis, Bye, ServerInfo, StateMessage } from '../protocol';
import { bye, noTable, problem, problemHere } from './faults';
import { Python, type Bundle, type Question, type Running, type Searching } from './python';
import { Conflict, NoStorage, type Kept, type News, type Store, type StoredTable } from './store';

/** What was known when the page was built: what the server would say of itself, and how each game is searched. */
export interface Built {
  server: ServerInfo;
  searches: Record<string, string[]>;
  /** Bytes of each file of the folder `kernels`. */
  sizes: Record<string, number>;
}

export interface Replied {
  status: number;
  answer: unknown;
}

/** What the host needs of the world. */
export interface HostWorld {
  /** A file of the folder `python`, or of `kernels`; told how many more of its bytes have come. */
  read: (name: string, came?: (bytes: number) => void) => ReturnType<Read>;
  wasm?: string;
  store: Store;
  now(): number;
  later(what: () => void, ms: number): () => void;
  /** What should happen at a table by itself could not. */
  failed(table: string, fault: unknown): void;
  /** Other tabs: a table was changed here. */
  changed?(table: string): void;
  /** What machines think with is being loaded, or (null) is there. */
  loading?(state: Loading | null): void;
}

/** How far the loading of what the machines of a game think with has come, or that it has failed. */
export type Loading = { game: string; got: number; total: number } | { game: string; failed: true; instead: boolean };

/** What happens at a table by itself, as `Host.due` in Python says. */
interface Due {
  machine: string | null;
  at: number | null;
  judged_by: string[];
}

/** A client at a table: what it has been told, and how to tell it more. */
interface Client {
  have: number;
  tell: Tell;
}

export type Tell = (message: StateMessage | Bye) => void;

const CHUNK = 64; // simulations between two looks at the clock
const LINES = 3; // the best actions, of which the expected play is told
const LONGEST_LINE = 12;
/** What a game can be searched by where its network is not to be had. It plays, though not as well. */
const INSTEAD = 'estimate';

export class LocalHost {
  private readonly clients = new Map<string, Set<Client>>();
  private readonly open = new Set<string>();
  private readonly stops = new Map<string, () => void>();
  private readonly added = new Map<string, Promise<void>>();
  private readonly kernels = new Map<string, Kernels>();
  private readonly rules = new Map<string, Rules>();
  private readonly searches = new Map<string, Search>();
  private readonly loading = new Map<string, Promise<void>>();
  private readonly came = new Map<string, (bytes: number) => void>();
  /** Games whose machines do without their network, because somebody would rather play than wait. */
  private readonly forgone = new Set<string>();
  private started: Promise<{ python: Python; call: (question: Question) => unknown; built: Built }> | undefined;
  private readonly analysing = new Set<string>();
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly world: HostWorld) {}

  /** A request as a server would be sent it. */
  async request(method: string, path: string, body: unknown): Promise<Replied> {
    if (/\/(hint|lines|analysis|judge)$/.test(path)) await this.thinkable(path, body);
    return this.inTurn(async () => {
      if (path === '/api/server') return { status: 200, answer: (await this.start()).built.server };
      if (path.startsWith('/api/me/tables')) {
        const tables = (await this.world.store.tables()).map(kept);
        return { status: 200, answer: { tables, more: null } };
      }
      const table = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
      if (method === 'DELETE' && table) return this.forget(table);
      if (path.endsWith('/moved') && table) return this.move(table, (body as { to: string }).to);
      if (table && !(await this.opened(table))) return { status: 404, answer: noTable() };
      await this.needs(gamesIn(path, body));
      const rules = /^\/api\/games\/[^/]+\/rules(?:\?lang=(\w+))?$/.exec(path);
      if (rules) await this.add(`rules-${rules[1] ?? 'en'}`);
      const puzzles = puzzlesOf(path);
      if (puzzles && (await this.hosts(puzzles))) await this.add(`puzzles-${puzzles}`);
      const asked = { do: 'request', method, path, body, now: this.world.now() } as const;
      const { status, answer, stored } = (await this.call(asked)) as Replied & { stored: News[] };
      await this.keep(stored);
      if (path.endsWith('/analysis') && status === 200) this.goOn(path, answer as Analysis);
      if (path === `/api/tables/${table}` && status === 200) return { status, answer: await this.head(table!) };
      return { status, answer };
    }).catch((fault: unknown) => {
      if (fault instanceof Conflict) return { status: 409, answer: problem('stale', 'another tab was faster') };
      if (fault instanceof NoStorage) return { status: 507, answer: problemHere(fault) };
      throw fault;
    });
  }

  /** An analysis is made piece by piece, so that others get their turn in between. */
  private goOn(path: string, { done, total }: Analysis): void {
    if (done >= total || this.analysing.has(path)) return;
    this.analysing.add(path);
    this.world.later(() => {
      this.analysing.delete(path);
      this.request('GET', path, null).catch((fault: unknown) => this.world.failed(path, fault));
    }, 0);
  }

  /** A client comes to a table; returns how it goes again, or null if there is no such table. */
  connect(table: string, have: number, tell: Tell): Promise<(() => void) | null> {
    return this.inTurn(async () => {
      if (!(await this.opened(table))) return null;
      const client: Client = { have, tell };
      const here = this.clients.get(table) ?? new Set();
      this.clients.set(table, here.add(client));
      await this.tell(table);
      await this.schedule(table);
      return () => {
        here.delete(client);
        if (!here.size) this.stops.get(table)?.();
      };
    });
  }

  /** What a client sends over a table's socket. */
  async ask(table: string, message: { id: string }): Promise<Answer> {
    return this.inTurn(async () => {
      try {
        if (!(await this.opened(table))) return { type: 'refused', id: message.id, ...noTable() };
        const asked = { do: 'ask', table_id: table, message, now: this.world.now() } as const;
        const { answer, stored } = (await this.call(asked)) as { answer: Answer; stored: News[] };
        await this.keep(stored);
        return answer;
      } catch (fault) {
        if (fault instanceof Conflict) return { type: 'stale', id: message.id, version: 0 };
        if (fault instanceof NoStorage) return { type: 'refused', id: message.id, ...problemHere(fault) };
        throw fault;
      }
    });
  }

  /** A table of this game may soon be set up: load what it needs. */
  prepare(game: string): Promise<void> {
    return this.inTurn(() => this.needs([game]));
  }

  /** Let a machine try again that could not be loaded; or let it play without what it lacks. */
  retry(table: string, without: boolean): Promise<void> {
    return this.inTurn(async () => {
      const stored = await this.world.store.table(table);
      if (stored && without) this.forgone.add(stored.head.game);
      if (stored) await this.schedule(table);
    });
  }

  /** Another tab has changed a table: if it is open here, read on. */
  news(table: string): void {
    if (this.open.has(table)) void this.inTurn(() => this.again(table));
  }

  // One thing after the other

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.work.then(work);
    this.work = done.catch(() => undefined);
    return done;
  }

  private start() {
    this.started ??= (async () => {
      const [built, bundle, python] = await Promise.all([
        this.json<Built>('python/built.json'),
        this.json<Bundle>('python/host.json'),
        Python.start({ wasm: this.world.wasm, search: (asked) => this.search(asked), run: (asked) => this.run(asked) }),
      ]);
      python.add(bundle);
      const call = python.host(built.server.games.map(({ name }) => name));
      return { python, call, built };
    })();
    this.started.catch(() => (this.started = undefined)); // another try may be luckier
    return this.started;
  }

  private async call(question: Question): Promise<unknown> {
    return (await this.start()).call(question);
  }

  /** Load what the tables of these games need. */
  private async needs(games: string[]): Promise<void> {
    const { built } = await this.start();
    for (const game of games) {
      if (!(game in built.searches)) continue; // the host says that it does not know it
      await this.add(game);
      if (!this.rules.has(game)) this.rules.set(game, await this.kernelsOf(game).rules());
    }
  }

  private async hosts(game: string): Promise<boolean> {
    return game in (await this.start()).built.searches;
  }

  /** Load a bundle, once. */
  private async add(name: string): Promise<void> {
    const { python } = await this.start();
    if (!this.added.has(name)) {
      const adding = this.json<Bundle>(`python/${name}.json`).then((bundle) => python.add(bundle));
      this.added.set(name, adding);
      adding.catch(() => this.added.delete(name));
    }
    await this.added.get(name);
  }

  /** Load all ways to search of the game that a question is about. */
  private async thinkable(path: string, body: unknown): Promise<void> {
    const table = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1] ?? (body as { table?: string } | null)?.table;
    const stored = table ? await this.world.store.table(table) : null;
    const { built } = await this.start();
    for (const game of stored ? [stored.head.game] : gamesIn(path, body))
      for (const way of built.searches[game] ?? []) await this.searchable(game, way);
  }

  /** Load a way to search. That may take long, so it is done beside all else. */
  private searchable(game: string, way: string): Promise<void> {
    const key = `${game}/${way}`;
    if (this.searches.has(key)) return Promise.resolve();
    let loading = this.loading.get(key);
    if (!loading) {
      loading = this.load(game, way).finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    return loading;
  }

  private async load(game: string, way: string): Promise<void> {
    const { built } = await this.start();
    const files = [`${game}-search-${way}.json`, `${game}-search-${way}.wasm`];
    if (way === 'network') files.push(`${game}-weights.bin`);
    const total = files.reduce((sum, file) => sum + (built.sizes[file] ?? 0), 0);
    let got = 0;
    const came = (bytes: number) => {
      got = Math.min(total, got + bytes);
      this.world.loading?.({ game, got, total });
    };
    files.forEach((file) => this.came.set(file, came));
    try {
      came(0);
      this.searches.set(`${game}/${way}`, await this.kernelsOf(game).search(way));
      this.world.loading?.(null);
    } catch (fault) {
      const instead = way !== INSTEAD && built.searches[game]!.includes(INSTEAD);
      const missed = way === INSTEAD || !this.forgone.has(game); // whoever does without it need not hear of it
      this.world.loading?.(missed ? { game, failed: true, instead } : null);
      throw fault;
    } finally {
      files.forEach((file) => this.came.delete(file));
    }
  }

  /** The way to search that stands in for another, where that one was forgone. */
  private inPlaceOf(game: string, way: string): string {
    return this.forgone.has(game) && !this.searches.has(`${game}/${way}`) ? INSTEAD : way;
  }

  private kernelsOf(game: string): Kernels {
    let found = this.kernels.get(game);
    if (!found) {
      found = new Kernels(game, (name) => this.world.read(`kernels/${name}`, (bytes) => this.came.get(name)?.(bytes)));
      this.kernels.set(game, found);
    }
    return found;
  }

  /** Python wants to look ahead. It waits for the result, so all that is needed is loaded before. */
  private search({ game, judgeBy, state, seat, rng, simulations, seconds, rules }: Searching): string {
    const search = this.searches.get(`${game}/${this.inPlaceOf(game, judgeBy)}`);
    if (!search) throw new Error(`the search of ${game} by ${judgeBy} is not loaded`);
    search.begin(fromHex(state), seat, BigInt(rng), rules);
    const end = seconds === null ? Infinity : performance.now() + seconds * 1000;
    let left = simulations ?? Infinity;
    while (left > 0 && !(search.full && seconds !== null)) {
      const wanted = Math.min(left, seconds === null ? left : CHUNK);
      const made = search.think(wanted);
      left -= made;
      if (made < wanted || performance.now() >= end) break;
    }
    const found = search.findings();
    const first = best(found, seat);
    const told = found.actions.filter((one) => one !== first && one.visits).slice(0, LINES - 1);
    const lines = (first ? [first, ...told] : told).map(({ action }) => search.line(action));
    return JSON.stringify({
      ...found,
      lines: lines.map((line) => line.slice(0, LONGEST_LINE)),
      depth: Math.max(0, ...lines.map((line) => line.length)),
      full: search.full,
    });
  }

  /** Python wants a compiled function to be called. */
  private run({ game, entry, args }: Running): string {
    const rules = this.rules.get(game);
    if (!rules) throw new Error(`the kernel of ${game} is not loaded`);
    const { result, arrays } = rules.run(
      entry,
      args.map((given) => (typeof given === 'number' ? given : fromHex(given))),
    );
    return JSON.stringify({ result, arrays: arrays.map(toHex) });
  }

  // Tables

  private async opened(table: string): Promise<boolean> {
    if (this.open.has(table)) return true;
    const stored = await this.world.store.table(table);
    if (!stored) return false;
    await this.needs([stored.head.game]);
    await this.call({ do: 'open', table_id: table, secret: stored.secret, log: await this.world.store.log(table) });
    this.open.add(table);
    return true;
  }

  /** Somebody else has written on: forget how the table was here, and show how it is. */
  private async again(table: string): Promise<void> {
    this.open.delete(table);
    if (!(await this.opened(table))) return this.dismiss(table, bye(noTable()));
    await this.tell(table);
    await this.schedule(table);
  }

  private async keep(stored: News[]): Promise<void> {
    try {
      await this.world.store.append(stored);
    } catch (fault) {
      for (const { table } of stored) await this.again(table);
      throw fault;
    }
    for (const { table } of stored) {
      this.open.add(table);
      this.world.changed?.(table);
      await this.tell(table);
      await this.schedule(table);
    }
  }

  private async tell(table: string): Promise<void> {
    for (const client of this.clients.get(table) ?? []) {
      const asked = { do: 'state', table_id: table, have: client.have, now: this.world.now() } as const;
      let state = (await this.call(asked)) as StateMessage | null;
      if (!state) state = (await this.call({ ...asked, log: await this.world.store.log(table) })) as StateMessage;
      client.have = state.version;
      client.tell(state);
    }
  }

  /** Whatever happens at a table by itself happens only while somebody is there. */
  private async schedule(table: string): Promise<void> {
    this.stops.get(table)?.();
    if (!this.clients.get(table)?.size) return;
    const { machine, at, judged_by: ways } = (await this.call({ do: 'due', table_id: table })) as Due;
    const game = (await this.world.store.table(table))?.head.game;
    if (game === undefined) return; // another tab has just deleted it
    const loaded = Promise.all(ways.map((way) => this.searchable(game, this.inPlaceOf(game, way))));
    loaded.catch((fault: unknown) => this.world.failed(table, fault)); // `loading` tells people
    if (at === null) return;
    let off = false;
    const happen = async () => {
      if (machine !== null && !(await loaded.then(Boolean, () => false))) return; // until somebody says `retry`
      if (!off) await this.inTurn(() => this.happen(table));
    };
    const wait = Math.max(0, at - this.world.now());
    const stop = this.world.later(() => happen().catch((fault: unknown) => this.fail(table, fault)), wait);
    this.stops.set(table, () => {
      off = true;
      stop();
    });
  }

  /** What should have happened did not, and would not the next time: those who wait for it are told. */
  private fail(table: string, fault: unknown): void {
    this.world.failed(table, fault);
    this.dismiss(table, bye(problemHere(fault)));
  }

  /** Nobody is served at a table any longer. */
  private dismiss(table: string, last: Bye): void {
    const clients = [...(this.clients.get(table) ?? [])];
    this.clients.delete(table);
    this.stops.get(table)?.();
    for (const { tell } of clients) tell(last);
  }

  private async happen(table: string): Promise<void> {
    try {
      const asked = { do: 'happen', table_id: table, now: this.world.now() } as const;
      const { stored } = (await this.call(asked)) as { stored: News[] };
      await this.keep(stored);
    } catch (fault) {
      if (!(fault instanceof Conflict)) throw fault;
    }
  }

  private async forget(table: string): Promise<Replied> {
    await this.world.store.remove(table);
    this.open.delete(table);
    await this.call({ do: 'close', table_id: table });
    this.dismiss(table, bye(noTable()));
    this.world.changed?.(table);
    return { status: 200, answer: {} };
  }

  /** The game goes on at a table of a server's; this one is kept as it is, and says so. */
  private async move(table: string, to: string): Promise<Replied> {
    await this.world.store.move(table, to);
    return { status: 200, answer: await this.head(table) };
  }

  private async head(table: string): Promise<Kept> {
    return kept((await this.world.store.table(table))!);
  }

  private async json<T>(name: string): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.world.read(name))) as T;
  }
}

function kept({ head, moved, view }: StoredTable): Kept {
  return { ...head, ...(moved ? { moved } : {}), ...(view ? { view } : {}) };
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The game whose puzzles a request is about. */
function puzzlesOf(path: string): string | undefined {
  return /^\/api\/puzzles\/([^/?]+)/.exec(path)?.[1];
}

/** The games that a request is about. */
function gamesIn(path: string, body: unknown): string[] {
  const named = /^\/api\/games\/([^/]+)/.exec(path)?.[1] ?? puzzlesOf(path);
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const places = [given, given['settings'], given['position'], given['record']];
  const games = places.map((place) => (place as { game?: unknown } | null | undefined)?.game);
  return [named, ...games].filter((game): game is string => typeof game === 'string');
}
