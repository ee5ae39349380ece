/** The islands count themselves at the end: the smallest first, so that the largest decides. */

import type { Colour } from '../../game';
import { paying } from './scores';
import type { Island, Scores } from './view';

const ISLAND_MS = 800;
/** Many islands count faster. */
const TOGETHER_MS = 4800;
/** So long all of it is to be seen. */
export const REST_MS = 1400;

export function counting(scores: Scores): Island[] {
  return paying(scores).toReversed();
}

/** How long each of so many islands takes. */
export function beat(islands: number): number {
  return Math.min(ISLAND_MS, TOGETHER_MS / Math.max(1, islands));
}

/** What each player has after so many islands, with the animals from the beginning. */
export function tally(
  scores: Scores,
  players: readonly Colour[],
  islands: number,
): { colour: Colour; points: number }[] {
  const counted = counting(scores).slice(0, islands);
  return players.map((colour) => ({
    colour,
    points: counted.reduce((sum, { points }) => sum + (points[colour] ?? 0), scores.scores[colour]?.animals ?? 0),
  }));
}
