/** All exercises of the person at this device, and the games that they came from. */

import type { Analysis } from '../../protocol';
import { api } from '../api';
import { isLocal } from '../../local/client';
import type { Kept as KeptTable } from '../../local/store';
import { changedHere, onChangedElsewhere, shelves, type Kept, type Shelves } from '../practice/shelves';
import { gameInfo, loadServer } from '../server.svelte';
import { analysisOf } from './analysing';
import { countDue, isDue } from './due.svelte';
import { answered, type Exercise } from './exercises';
import { exercisesOf, ownSeats } from './finding';

export interface DeckWorld {
  shelves: Shelves;
  exercisesOf: (id: string, analysis: Analysis) => Promise<Exercise[]>;
  analysisOf: typeof analysisOf;
  myTables: typeof api.myTables;
  /** The version of a game's rules here; undefined if it cannot be played. */
  rulesVersion: (game: string) => number | undefined;
  changed: () => void;
}

/** How the look through games goes. */
export interface Looking {
  done: number;
  total: number;
  /** Of the game that is being looked through. */
  share: number;
}

export class Deck {
  exercises = $state.raw<readonly Exercise[]>([]);
  loaded = $state(false);
  /** How many were put away because their rules are gone. */
  gone = $state(0);
  looking = $state.raw<Looking | null>(null);
  /** Finished games that nobody has looked through; null before they are known. */
  games = $state.raw<readonly string[] | null>(null);
  #stop = false;

  constructor(private readonly world: DeckWorld) {}

  due(now = Date.now()): Exercise[] {
    return this.exercises.filter((one) => isDue(one, now)).sort((a, b) => +a.card.due - +b.card.due || b.loss - a.loss);
  }

  /** When the next one comes that is not due yet. */
  next(now = Date.now()): Date | null {
    const later = this.exercises.filter((one) => !isDue(one, now)).map(({ card }) => card.due);
    return later.length ? new Date(Math.min(...later.map(Number))) : null;
  }

  /** Read what is kept. Exercises of rules that are no longer there are put away. */
  async read(): Promise<void> {
    const all = await this.world.shelves.all<Exercise>('exercises');
    const kept: Exercise[] = [];
    for (const one of all) {
      if (this.world.rulesVersion(one.game) === one.rulesVersion) kept.push(one);
      else await this.drop(one);
    }
    this.exercises = kept;
    this.loaded = true;
  }

  /** What can no longer be shown goes. */
  async drop(exercise: Exercise): Promise<void> {
    this.gone += 1;
    await this.remove(exercise);
  }

  async remove({ key }: Exercise): Promise<void> {
    await this.world.shelves.remove('exercises', key);
    this.exercises = this.exercises.filter((one) => one.key !== key);
    this.world.changed();
  }

  /** An exercise was done. Answers when it comes back. */
  async answer({ key }: Exercise, right: boolean, now = new Date()): Promise<Date> {
    const one = this.exercises.find((other) => other.key === key)!;
    const card = answered(one.card, right, now);
    const changed: Exercise = { ...one, card };
    await this.world.shelves.put('exercises', changed);
    this.exercises = this.exercises.map((other) => (other.key === key ? changed : other));
    this.world.changed();
    return card.due;
  }

  /** Make exercises of a game that was analysed. What was made before stays as it is. Answers those of the game. */
  async collect(id: string, analysis: Analysis): Promise<Exercise[]> {
    for (const exercise of await this.world.exercisesOf(id, analysis))
      await this.world.shelves.add('exercises', exercise);
    await this.world.shelves.put('games', { key: id });
    this.games = this.games?.filter((other) => other !== id) ?? null;
    await this.read();
    this.world.changed();
    return this.exercises.filter(({ table }) => table === id);
  }

  /** Find out which finished games have not been looked through. */
  async findGames(): Promise<void> {
    const done = new Set((await this.world.shelves.all<Kept>('games')).map(({ key }) => key));
    const found: string[] = [];
    let from: string | null = null;
    do {
      const page: { tables: KeptTable[]; more: string | null } = await this.world.myTables(from);
      for (const table of page.tables) {
        const over = table.status === 'over' && ownSeats(table).length > 0;
        if (over && !done.has(table.id) && this.world.rulesVersion(table.game) !== undefined) found.push(table.id);
      }
      from = page.more;
    } while (from);
    // What is on this device first: it needs nobody else.
    this.games = [...found.filter(isLocal), ...found.filter((id) => !isLocal(id))];
  }

  /** Look through them, one after the other. */
  async look(): Promise<void> {
    if (this.looking) return;
    this.#stop = false;
    const games = [...(this.games ?? [])];
    try {
      for (const [done, id] of games.entries()) {
        const told = (share: number) => (this.looking = { done, total: games.length, share });
        told(0);
        const analysis = await this.world.analysisOf(id, told, () => this.#stop);
        if (this.#stop) return;
        if (analysis) await this.collect(id, analysis);
        else {
          await this.world.shelves.put('games', { key: id });
          this.games = this.games?.filter((other) => other !== id) ?? null;
        }
      }
    } finally {
      this.looking = null;
    }
  }

  stop(): void {
    this.#stop = true;
  }
}

const hidden = (game: string) => gameInfo(game)?.hidden ?? true;

export const deck = new Deck({
  shelves,
  exercisesOf: (id, analysis) => exercisesOf(id, analysis, hidden, api),
  analysisOf,
  myTables: api.myTables,
  rulesVersion: (game) => gameInfo(game)?.rules_version,
  changed: () => {
    changedHere('exercises');
    void countDue();
  },
});

/** Read what is kept, once it is known what can be played here. */
export async function openDeck(): Promise<void> {
  await loadServer();
  await deck.read();
}

onChangedElsewhere('exercises', () => {
  if (deck.loaded) void deck.read();
});
