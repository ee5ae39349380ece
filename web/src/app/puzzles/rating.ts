/**
 * Puzzle ratings by Glicko-2: each first try of a puzzle is a game of a rating period of its own, which the person wins
 * or the puzzle does. A server reckons in the same way (`server/puzzle_ratings.py`); a test holds the two together.
 */

import rate from 'glicko2-lite';

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** Somebody of whom nothing is known, on the scale of the puzzles, which is that of the machine players. */
export const NOVICE: Readonly<Rating> = { rating: 1200, deviation: 350, volatility: 0.06 };
/** How surely the measured rating of a puzzle is known. */
export const PUZZLE_DEVIATION = 75;
const TAU = 0.5;

/** A rating after a try of a puzzle that was rated so. */
export function rated(before: Rating, puzzle: number, solved: boolean): Rating {
  const { rating, rd, vol } = rate(
    before.rating,
    before.deviation,
    before.volatility,
    [[puzzle, PUZZLE_DEVIATION, solved ? 1 : 0]],
    { tau: TAU },
  );
  return { rating, deviation: rd, volatility: vol };
}

/** A rating is a guess until some tries have been made. */
export function isRough({ deviation }: Pick<Rating, 'deviation'>): boolean {
  return deviation > 110;
}
