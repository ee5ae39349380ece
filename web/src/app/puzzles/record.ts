/**
 * What is remembered of a person who solves the puzzles of a game: every first try, on this device, and what the server
 * has of them. Both together make the rating, so that what was done without a server counts once it is back.
 */

import type { PuzzleRecord as ServerRecord, PuzzleTry } from '../../protocol';
import type { Kept } from '../practice/shelves';
import { NOVICE, rated, type Rating } from './rating';

/** The first try of a puzzle; its key is the game and the puzzle. */
export interface KeptTry extends Kept {
  game: string;
  id: string;
  /** How the puzzle was rated then. */
  rating: number;
  solved: boolean;
  /** What was played, for the server to judge. */
  actions: string[];
  hinted: boolean;
  at: number;
  /** The server does not know this puzzle: it is not told again. */
  unknown?: boolean;
}

/** A day whose puzzle was solved; its key is the game and the day. */
export interface KeptDay extends Kept {
  game: string;
  day: string;
  id: string;
  actions: string[];
}

/** What the server said last. */
export interface KeptRecord extends Kept {
  record: ServerRecord;
}

export interface Standing extends Rating {
  /** How often a puzzle was tried, and solved at the first try. */
  tries: number;
  solved: number;
  /** What came of the first try of each puzzle. */
  seen: ReadonlyMap<string, boolean>;
  days: ReadonlySet<string>;
}

/** How a person stands: what the server knows, and then, one after the other, what it does not know yet. */
export function standing(tries: readonly KeptTry[], days: readonly KeptDay[], known: ServerRecord | null): Standing {
  const seen = new Map<string, boolean>();
  for (const id of known?.solved ?? []) seen.set(id, true);
  for (const id of known?.missed ?? []) seen.set(id, false);
  let now: Rating = known
    ? { rating: known.rating, deviation: known.deviation, volatility: known.volatility }
    : { ...NOVICE };
  for (const { id, rating, solved, hinted } of [...tries].sort((a, b) => a.at - b.at)) {
    if (seen.has(id)) continue;
    seen.set(id, solved && !hinted);
    now = rated(now, rating, solved && !hinted);
  }
  return {
    ...now,
    tries: seen.size,
    solved: [...seen.values()].filter(Boolean).length,
    seen,
    days: new Set([...(known?.days ?? []), ...days.map(({ day }) => day)]),
  };
}

/** Older days are not told to a server any more: it would not take them. */
const DAYS_BACK = 30;

/** What the server has not been told yet, oldest first. */
export function untold(
  tries: readonly KeptTry[],
  days: readonly KeptDay[],
  known: ServerRecord,
  today: string,
): PuzzleTry[] {
  const had = new Set([...known.solved, ...known.missed]);
  const counted = new Set(known.days);
  const first = tries
    .filter(({ id, unknown }) => !had.has(id) && !unknown)
    .sort((a, b) => a.at - b.at)
    .map(({ id, actions, hinted }): PuzzleTry => ({ id, actions, hinted }));
  const solved = days
    .filter(({ day }) => !counted.has(day) && streakReaches(day, today))
    .map(({ id, day, actions }): PuzzleTry => ({ id, actions, day }));
  return [...first, ...solved];
}

function streakReaches(day: string, today: string): boolean {
  return Date.parse(today) - Date.parse(day) <= DAYS_BACK * 86_400_000;
}
