/** The moments that decided a game: what was played there and what would have been better. */

import type { Judgement, Happening } from '../../protocol';
import { worst } from '../mistakes/choosing';

/** So many are told; more would be a list again. */
export const MOST_MOMENTS = 3;
/** What each grade costs at the least, in share of the win (docs/analysis.md). */
const GRADES = [
  ['blunder', 0.25],
  ['mistake', 0.12],
] as const;
/** Less than this is not worth a word. */
const LEAST = 0.08;

export type Grade = (typeof GRADES)[number][0] | 'slip';

export interface Moment {
  judgement: Judgement;
  played: Happening;
  grade: Grade;
}

export function gradeOf(loss: number): Grade {
  return GRADES.find(([, least]) => loss >= least)?.[0] ?? 'slip';
}

/** In the order of play, at most one a turn: the reader's own first, then those of the others. */
export function momentsOf(
  judgements: readonly Judgement[],
  log: readonly Happening[],
  me: number | null,
): readonly Moment[] {
  const plays = new Map(log.filter(({ kind }) => kind === 'played').map((one) => [one.ply, one]));
  const last = Math.max(0, ...plays.keys());
  const seats = Array.from({ length: last }, (_, i) => plays.get(i + 1)?.seat ?? null);
  const all = [...new Set(seats)].filter((seat) => seat !== null);
  const own = me === null ? [] : worst(judgements, seats, [me], { least: LEAST, most: MOST_MOMENTS });
  const others = worst(
    judgements,
    seats,
    all.filter((seat) => seat !== me),
    { least: LEAST, most: MOST_MOMENTS - own.length },
  );
  return [...own, ...others]
    .sort((a, b) => a.ply - b.ply)
    .map((judgement) => ({ judgement, played: plays.get(judgement.ply)!, grade: gradeOf(judgement.loss) }));
}
