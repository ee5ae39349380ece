/** The record of the person at this device, for the screens: kept here, and with the guest where there is a server. */

import type { PuzzleRecord as ServerRecord } from '../../protocol';
import { api } from '../api';
import { changedHere, onChangedElsewhere, shelves, type Shelves } from '../practice/shelves';
import { hasServer } from '../kind';
import { onServerBack } from '../reach.svelte';
import { loadMe } from '../server.svelte';
import { longestStreak, streakAt, today } from './days';
import { NOVICE } from './rating';
import { standing, untold, type KeptDay, type KeptRecord, type KeptTry } from './record';

/** What came of working on a puzzle. */
export interface Finished {
  id: string;
  /** How the puzzle is rated. */
  rating: number;
  /** Whether this try solved it. Only the first try of a puzzle counts for the rating. */
  solved: boolean;
  /** What the person played in this try, so that a server can judge it; nothing, for who asked for the solution. */
  actions?: readonly string[];
  /** The day whose puzzle it is (`today()`), if it is one's: solved on that day, at whichever try, it counts. */
  daily?: string | null;
  /** With help: then the first try does not count as solved. */
  hinted?: boolean;
}

export interface RecordWorld {
  shelves: Shelves;
  /** The server's answers; null where there is none. */
  server: Pick<typeof api, 'myPuzzles' | 'tellPuzzles'> | null;
  today: () => string;
}

/** So many are told to the server at once. */
const AT_ONCE = 20;

export class PuzzleRecord {
  #tries = $state.raw<readonly KeptTry[]>([]);
  #days = $state.raw<readonly KeptDay[]>([]);
  #known = $state.raw<ServerRecord | null>(null);
  #loaded = $state(false);
  #telling: Promise<void> = Promise.resolve();
  readonly #standing = $derived(standing(this.#tries, this.#days, this.#known));
  /** What is kept on the device has been read. */
  readonly ready: Promise<void>;

  constructor(
    readonly game: string,
    private readonly world: RecordWorld,
  ) {
    this.ready = this.read();
    void this.ready.then(() => this.tell(true));
  }

  /** Whether what is kept on the device has been read: before, nothing can be said of it. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Null before the first try. */
  get rating(): { rating: number; deviation: number } | null {
    const { rating, deviation, tries } = this.#standing;
    return this.#loaded && tries ? { rating, deviation } : null;
  }

  /** How many puzzles were tried, and how many solved at the first try. */
  get tries(): number {
    return this.#standing.tries;
  }
  get solved(): number {
    return this.#standing.solved;
  }

  /** Days in a row with the daily puzzle solved, and the most there ever were. */
  get streak(): number {
    return streakAt(this.#standing.days, this.world.today());
  }
  get longest(): number {
    return longestStreak(this.#standing.days);
  }

  solvedOn(day: string): boolean {
    return this.#standing.days.has(day);
  }

  /** What came of the first try of a puzzle; null if there was none. */
  seen(id: string): 'solved' | 'missed' | null {
    const solved = this.#standing.seen.get(id);
    return solved === undefined ? null : solved ? 'solved' : 'missed';
  }

  /** A try is over. It is kept here at once; the server is told when it can be. */
  async finished({ id, rating, solved, actions = [], daily = null, hinted = false }: Finished): Promise<void> {
    await this.ready;
    const { game, world } = this;
    const played = [...actions];
    const key = `${game}/${id}`;
    if (!this.seen(id)) {
      const first: KeptTry = { key, game, id, rating, solved, hinted, actions: played, at: Date.now() };
      await world.shelves.add('tries', first);
    }
    if (solved && daily) {
      const day: KeptDay = { key: `${game}/${daily}`, game, day: daily, id, actions: played };
      await world.shelves.add('days', day);
    }
    await this.read();
    changedHere('puzzles');
    await this.tell(false);
  }

  /** Read what is kept on this device. */
  async read(): Promise<void> {
    const from = `${this.game}/`;
    const [tries, days, records] = await Promise.all([
      this.world.shelves.all<KeptTry>('tries', from),
      this.world.shelves.all<KeptDay>('days', from),
      this.world.shelves.all<KeptRecord>('records', from),
    ]);
    this.#tries = tries;
    this.#days = days;
    this.#known = records[0]?.record ?? null;
    this.#loaded = true;
  }

  /** Tell the server what it does not know, and first, where asked to `look`, learn what it does. */
  tell(look: boolean): Promise<void> {
    // One after the other; if the server is away, it is told when it is back.
    this.#telling = this.#telling.then(() => this.#tell(look)).catch(() => undefined);
    return this.#telling;
  }

  async #tell(look: boolean): Promise<void> {
    const { server } = this.world;
    if (!server) return;
    if (look || !this.#known) {
      const { records } = await server.myPuzzles();
      await this.#learn(records.find(({ game }) => game === this.game) ?? nothing(this.game));
    }
    const asked = new Set<string>();
    for (;;) {
      const wanted = untold(this.#tries, this.#days, this.#known!, this.world.today()).filter(
        (one) => !asked.has(`${one.id}/${one.day ?? ''}`),
      );
      if (!wanted.length) return;
      const some = wanted.slice(0, AT_ONCE);
      some.forEach((one) => asked.add(`${one.id}/${one.day ?? ''}`));
      const { record, unknown } = await server.tellPuzzles({ game: this.game, tries: some });
      for (const one of this.#tries.filter(({ id }) => unknown.includes(id)))
        await this.world.shelves.put('tries', { ...one, unknown: true } as KeptTry);
      await this.#learn(record);
      await this.read();
      changedHere('puzzles');
    }
  }

  async #learn(record: ServerRecord): Promise<void> {
    this.#known = record;
    await this.world.shelves.put('records', { key: `${this.game}/`, record } as KeptRecord);
  }
}

function nothing(game: string): ServerRecord {
  return { game, ...NOVICE, solved: [], missed: [], days: [] };
}

/** The server, as soon as it knows who the person is. */
const SERVER: RecordWorld['server'] = {
  myPuzzles: () => loadMe().then(api.myPuzzles),
  tellPuzzles: (wanted) => loadMe().then(() => api.tellPuzzles(wanted)),
};
const records = new Map<string, PuzzleRecord>();

/** What is remembered of the person who solves puzzles of a game. */
export function puzzleRecord(game: string): PuzzleRecord {
  let record = records.get(game);
  if (!record) {
    // It outlives the screen that asks first, and so must what it derives.
    $effect.root(() => {
      record = new PuzzleRecord(game, { shelves, server: hasServer ? SERVER : null, today });
    });
    records.set(game, record!);
  }
  return record!;
}

onChangedElsewhere('puzzles', () => records.forEach((record) => void record.read()));
onServerBack(() => records.forEach((record) => void record.tell(true)));

export { today };
