/** Which decisions of a game become exercises. */

import type { Judgement } from '../../protocol';

/** What makes a decision worth an exercise: what an analysis calls a mistake. */
export const LEAST_LOSS = 0.12;
/** So many of a game, the worst. */
export const MOST = 5;

/**
 * Of a game's judgements those of some seats' worst decisions, in the order of play, at most one a turn. `seats` says who
 * played each action.
 */
export function worst(
  judgements: readonly Judgement[],
  seats: readonly (number | null)[],
  mine: readonly number[],
  { least = LEAST_LOSS, most = MOST } = {},
): Judgement[] {
  const turns = new Map<number, Judgement>();
  for (const judgement of [...judgements].sort((a, b) => a.ply - b.ply)) {
    const seat = seats[judgement.ply - 1];
    if (seat === undefined || seat === null || !mine.includes(seat) || judgement.loss < least) continue;
    const begun = turnOf(seats, judgement.ply);
    if ((turns.get(begun)?.loss ?? 0) < judgement.loss) turns.set(begun, judgement);
  }
  return [...turns.values()]
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply);
}

/** With which action the run of actions of one seat begins that this one belongs to. */
function turnOf(seats: readonly (number | null)[], ply: number): number {
  let first = ply;
  while (first > 1 && seats[first - 2] === seats[ply - 1]) first -= 1;
  return first;
}
