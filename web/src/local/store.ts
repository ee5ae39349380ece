/** Local tables on this device, in IndexedDB: each a log of events, and its head for lists. */

import type { TableView } from '../protocol';

/** An event of a table in its place, as the host writes it. */
export interface Logged {
  version: number;
  at: number;
}

/** What is new at a table. */
export interface News {
  table: string;
  secret: string;
  events: Logged[];
  head: TableView;
  view?: Record<string, unknown> | null;
}

export interface StoredTable {
  id: string;
  secret: string;
  head: TableView;
  /** The position as a spectator would see it, to be drawn in lists; tables of an older time have none. */
  view?: Record<string, unknown> | null;
  /** The server's table where its game goes on. */
  moved?: string;
}

/** A table of this device in a list; `moved` and `view` as they are stored. */
export type Kept = TableView & Pick<StoredTable, 'moved' | 'view'>;

/** Somebody else, another tab, has written on: what was decided here was decided on an older table. */
export class Conflict extends Error {}

/** Nothing can be kept on this device: its storage is full, or the browser does not allow it. */
export class NoStorage extends Error {}

export interface Store {
  /** Add what is new, all or nothing; only if nobody else has. */
  append(news: News[]): Promise<void>;
  table(id: string): Promise<StoredTable | null>;
  log(id: string): Promise<Logged[]>;
  /** All tables, the newest change first. */
  tables(): Promise<StoredTable[]>;
  remove(id: string): Promise<void>;
  /** Note at which table of a server's a game goes on. */
  move(id: string, to: string): Promise<void>;
}

const NAME = 'floe';
const VERSION = 1;

export class DeviceStore implements Store {
  private opened: Promise<IDBDatabase> | undefined;

  constructor(private readonly factory: IDBFactory = indexedDB) {}

  async append(news: News[]): Promise<void> {
    if (!news.length) return;
    await this.within('readwrite', async (tables, events) => {
      for (const { table, secret, events: added, head, view } of news) {
        const newest = await answered(events.openKeyCursor(ofTable(table), 'prev'));
        const before = newest ? (newest.key as [string, number])[1] : 0;
        if (added.length && added[0]!.version !== before + 1) throw new Conflict();
        for (const event of added) events.put(event, [table, event.version]);
        const known = await answered<StoredTable | undefined>(tables.get(table));
        tables.put({ ...known, id: table, secret, head, ...(view ? { view } : {}) } satisfies StoredTable);
      }
    });
  }

  async table(id: string): Promise<StoredTable | null> {
    const found = await this.within('readonly', (tables) => answered<StoredTable | undefined>(tables.get(id)));
    return found ?? null;
  }

  log(id: string): Promise<Logged[]> {
    return this.within('readonly', (_, events) => answered<Logged[]>(events.getAll(ofTable(id))));
  }

  async tables(): Promise<StoredTable[]> {
    const all = await this.within('readonly', (tables) => answered<StoredTable[]>(tables.getAll()));
    return all.sort((a, b) => b.head.changed - a.head.changed);
  }

  async remove(id: string): Promise<void> {
    await this.within('readwrite', (tables, events) => {
      tables.delete(id);
      events.delete(ofTable(id));
      return Promise.resolve();
    });
  }

  async move(id: string, to: string): Promise<void> {
    await this.within('readwrite', async (tables) => {
      const known = await answered<StoredTable | undefined>(tables.get(id));
      if (known) tables.put({ ...known, moved: to } satisfies StoredTable);
    });
  }

  private async within<T>(
    mode: IDBTransactionMode,
    work: (tables: IDBObjectStore, events: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const database = await this.database();
    const transaction = database.transaction(['tables', 'events'], mode, { durability: 'strict' });
    const done = finished(transaction);
    try {
      const result = await work(transaction.objectStore('tables'), transaction.objectStore('events'));
      await done;
      return result;
    } catch (fault) {
      done.catch(() => undefined);
      if (fault instanceof Conflict) transaction.abort();
      throw fault instanceof Conflict ? fault : new NoStorage(String(fault));
    }
  }

  private database(): Promise<IDBDatabase> {
    this.opened ??= new Promise((resolve, reject) => {
      const request = this.factory.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('tables', { keyPath: 'id' });
        request.result.createObjectStore('events');
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new NoStorage(String(request.error)));
      request.onblocked = () => reject(new NoStorage('the storage is in use by an older version of this page'));
    });
    this.opened.catch(() => (this.opened = undefined));
    return this.opened;
  }
}

function ofTable(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Infinity]);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage failed'));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the storage failed'));
  });
}

/** For as long as the page is open: where nothing can be kept, and in tests. */
export class MemoryStore implements Store {
  private readonly kept = new Map<string, { table: StoredTable; log: Logged[] }>();

  append(news: News[]): Promise<void> {
    const late = news.some(({ table, events }) => events.length && events[0]!.version !== this.length(table) + 1);
    if (late) return Promise.reject(new Conflict());
    for (const { table, secret, events, head } of news) {
      const log = [...(this.kept.get(table)?.log ?? []), ...events];
      this.kept.set(table, { table: { ...this.kept.get(table)?.table, id: table, secret, head }, log });
    }
    return Promise.resolve();
  }

  table(id: string): Promise<StoredTable | null> {
    return Promise.resolve(this.kept.get(id)?.table ?? null);
  }

  log(id: string): Promise<Logged[]> {
    return Promise.resolve(this.kept.get(id)?.log ?? []);
  }

  tables(): Promise<StoredTable[]> {
    const all = [...this.kept.values()].map(({ table }) => table);
    return Promise.resolve(all.sort((a, b) => b.head.changed - a.head.changed));
  }

  remove(id: string): Promise<void> {
    this.kept.delete(id);
    return Promise.resolve();
  }

  move(id: string, to: string): Promise<void> {
    const known = this.kept.get(id);
    if (known) known.table = { ...known.table, moved: to };
    return Promise.resolve();
  }

  private length(table: string): number {
    return this.kept.get(table)?.log.length ?? 0;
  }
}
