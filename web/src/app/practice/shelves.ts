/**
 * What a person practises, kept on this device: a database of its own beside that of the tables, with a few shelves on
 * which each thing has a key.
 */

export interface Kept {
  key: string;
}

export const SHELVES = ['tries', 'days', 'records', 'exercises', 'games'] as const;
export type Shelf = (typeof SHELVES)[number];

export interface Shelves {
  /** All on a shelf whose keys begin so. */
  all<T extends Kept>(shelf: Shelf, prefix?: string): Promise<T[]>;
  /** Put something there, instead of what has the same key. */
  put(shelf: Shelf, thing: Kept): Promise<void>;
  /** Put something there unless the key is taken; answers whether it was free. */
  add(shelf: Shelf, thing: Kept): Promise<boolean>;
  remove(shelf: Shelf, key: string): Promise<void>;
}

const NAME = 'floe-practice';
const VERSION = 1;
const AFTER_ALL = '\uffff';

export class DeviceShelves implements Shelves {
  private opened: Promise<IDBDatabase> | undefined;

  constructor(private readonly factory: IDBFactory = indexedDB) {}

  all<T extends Kept>(shelf: Shelf, prefix = ''): Promise<T[]> {
    const range = IDBKeyRange.bound(prefix, prefix + AFTER_ALL);
    return this.within(shelf, 'readonly', (store) => answered<T[]>(store.getAll(range)));
  }

  async put(shelf: Shelf, thing: Kept): Promise<void> {
    await this.within(shelf, 'readwrite', (store) => answered(store.put(thing)));
  }

  add(shelf: Shelf, thing: Kept): Promise<boolean> {
    return this.within(shelf, 'readwrite', async (store) => {
      if ((await answered(store.count(thing.key))) > 0) return false;
      await answered(store.put(thing));
      return true;
    });
  }

  async remove(shelf: Shelf, key: string): Promise<void> {
    await this.within(shelf, 'readwrite', (store) => answered(store.delete(key)));
  }

  private async within<T>(
    shelf: Shelf,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const transaction = (await this.database()).transaction(shelf, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the storage failed'));
    });
    const [result] = await Promise.all([work(transaction.objectStore(shelf)), done]);
    return result;
  }

  private database(): Promise<IDBDatabase> {
    this.opened ??= new Promise((resolve, reject) => {
      const request = this.factory.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        for (const shelf of SHELVES) request.result.createObjectStore(shelf, { keyPath: 'key' });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the storage failed'));
      request.onblocked = () => reject(new Error('the storage is in use by an older version of this page'));
    });
    this.opened.catch(() => (this.opened = undefined));
    return this.opened;
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage failed'));
  });
}

/** For as long as the page is open: where nothing can be kept, and in tests. */
export class MemoryShelves implements Shelves {
  private readonly kept = new Map<Shelf, Map<string, Kept>>(SHELVES.map((shelf) => [shelf, new Map<string, Kept>()]));

  all<T extends Kept>(shelf: Shelf, prefix = ''): Promise<T[]> {
    const found = [...this.kept.get(shelf)!.values()].filter(({ key }) => key.startsWith(prefix));
    return Promise.resolve(structuredClone(found.sort((a, b) => (a.key < b.key ? -1 : 1))) as T[]);
  }

  put(shelf: Shelf, thing: Kept): Promise<void> {
    this.kept.get(shelf)!.set(thing.key, structuredClone(thing));
    return Promise.resolve();
  }

  async add(shelf: Shelf, thing: Kept): Promise<boolean> {
    if (this.kept.get(shelf)!.has(thing.key)) return false;
    await this.put(shelf, thing);
    return true;
  }

  remove(shelf: Shelf, key: string): Promise<void> {
    this.kept.get(shelf)!.delete(key);
    return Promise.resolve();
  }
}

/** The device's; where the browser does not let anything be kept, what is done lasts as long as the page. */
class ForgivingShelves implements Shelves {
  private instead: Shelves | null = typeof indexedDB === 'object' ? null : new MemoryShelves();
  private device: Shelves | null = null;

  all<T extends Kept>(shelf: Shelf, prefix?: string): Promise<T[]> {
    return this.on((shelves) => shelves.all<T>(shelf, prefix));
  }
  put(shelf: Shelf, thing: Kept): Promise<void> {
    return this.on((shelves) => shelves.put(shelf, thing));
  }
  add(shelf: Shelf, thing: Kept): Promise<boolean> {
    return this.on((shelves) => shelves.add(shelf, thing));
  }
  remove(shelf: Shelf, key: string): Promise<void> {
    return this.on((shelves) => shelves.remove(shelf, key));
  }

  private async on<T>(work: (shelves: Shelves) => Promise<T>): Promise<T> {
    if (this.instead) return work(this.instead);
    try {
      return await work((this.device ??= new DeviceShelves()));
    } catch {
      // Nothing can be kept here. A game says so before it begins (`app/saving.ts`); practice goes on without.
      return work((this.instead ??= new MemoryShelves()));
    }
  }
}

export const shelves: Shelves = new ForgivingShelves();

const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('floe-practice') : null;
const listeners = new Map<string, Set<() => void>>();
if (tabs)
  tabs.onmessage = ({ data }: MessageEvent<string>) => {
    for (const listener of listeners.get(data) ?? []) listener();
  };

/** Tell the other tabs that something changed on a shelf. */
export function changedHere(what: 'puzzles' | 'exercises'): void {
  tabs?.postMessage(what);
}

/** Be told when another tab has changed something. */
export function onChangedElsewhere(what: 'puzzles' | 'exercises', listener: () => void): void {
  listeners.set(what, (listeners.get(what) ?? new Set()).add(listener));
}
