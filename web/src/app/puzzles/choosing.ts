/** Which puzzles somebody would like, and which of them comes next. */

import type { PuzzleSet } from '../../protocol';
import { api } from '../api';
import { movedRatings } from './moved';

export const LEVELS = ['near', 'easy', 'middle', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

/** What somebody chose; it travels in the address. */
export interface Wish {
  /** A task or a theme; null: any. */
  theme: string | null;
  /** How many play; null: any number. */
  players: number | null;
  level: Level;
}

/** A puzzle in short. */
export interface Entry {
  id: string;
  rating: number;
  players: number;
  task: string;
  themes: readonly string[];
}

/** What is remembered of a person, as far as it matters here. */
export interface Known {
  rating: { rating: number } | null;
  seen(id: string): 'solved' | 'missed' | null;
}

/** Easy is rated lower than the first, hard as high as the second or higher: between the machines' levels. */
const BOUNDS = [1100, 1500] as const;
/** Where somebody begins of whom nothing is known: most solve such puzzles. */
const AT_FIRST = 1000;
/** One of so many that suit best is drawn. */
const NEAREST = 12;

const sets = new Map<string, Promise<readonly Entry[]>>();

/** All puzzles of a game; asked for once. */
export function entriesOf(game: string): Promise<readonly Entry[]> {
  let asked = sets.get(game);
  if (!asked) {
    asked = Promise.all([api.puzzles(game), movedRatings(game)]).then(([set, moved]) => entries(set, moved));
    sets.set(game, asked);
    asked.catch(() => sets.delete(game)); // another try may be luckier
  }
  return asked;
}

/** A set, with the ratings that have moved since they were measured. */
export function entries({ tasks, themes, ...all }: PuzzleSet, moved: Readonly<Record<string, number>> = {}): Entry[] {
  return all.ids.map((id, n) => ({
    id,
    rating: moved[id] ?? all.ratings[n]!,
    players: all.players[n]!,
    task: tasks[all.task[n]!]!,
    themes: all.about[n]!.map((theme) => themes[theme]!),
  }));
}

export function fits({ theme, players, level }: Wish, entry: Entry): boolean {
  return (
    (theme === null || theme === entry.task || entry.themes.includes(theme)) &&
    (players === null || players === entry.players) &&
    (level === 'near' || level === levelOf(entry))
  );
}

function levelOf({ rating }: Entry): Level {
  return rating < BOUNDS[0] ? 'easy' : rating < BOUNDS[1] ? 'middle' : 'hard';
}

/**
 * The next puzzle for somebody: one that was never tried, or else one that was missed, or else any; near their own
 * rating, unless they chose how hard it is to be. `random` is between 0 and 1.
 */
export function nextOf(
  all: readonly Entry[],
  wish: Wish,
  known: Known,
  besides: string | null = null,
  random: number = Math.random(),
): Entry | null {
  const fitting = all.filter((entry) => entry.id !== besides && fits(wish, entry));
  const fresh = fitting.filter(({ id }) => known.seen(id) === null);
  const missed = fitting.filter(({ id }) => known.seen(id) === 'missed');
  const from = fresh.length ? fresh : missed.length ? missed : fitting;
  const aim = known.rating?.rating ?? AT_FIRST;
  const far = ({ rating }: Entry) => Math.abs(rating - aim);
  const suiting = wish.level === 'near' ? [...from].sort((a, b) => far(a) - far(b)).slice(0, NEAREST) : from;
  return suiting[Math.floor(random * suiting.length)] ?? null;
}

// In addresses

export function wishOf(query: URLSearchParams): Wish {
  const level = query.get('level') as Level;
  const players = Number(query.get('players'));
  return {
    theme: query.get('theme'),
    players: players >= 2 && players <= 4 ? players : null,
    level: LEVELS.includes(level) ? level : 'near',
  };
}

/** The address of the screen on which such puzzles are chosen. */
export function chooserOf(game: string, wish: Wish): string {
  return `/puzzles?${queryOf(wish, game)}`;
}

/** The address of a puzzle that was chosen so. */
export function puzzleAt(game: string, id: string, wish: Wish): string {
  const query = queryOf(wish);
  return `/puzzles/${game}/${id}${query && '?'}${query}`;
}

function queryOf({ theme, players, level }: Wish, game?: string): string {
  const query = new URLSearchParams(game === undefined ? {} : { game });
  if (theme !== null) query.set('theme', theme);
  if (players !== null) query.set('players', String(players));
  if (level !== 'near') query.set('level', level);
  return query.toString();
}
