/** How puzzles are rated now that people have tried them: known to the server alone. */

import { api } from '../api';
import { hasServer } from '../kind';

/** The ratings that have moved, by id; none where no server can be asked. */
export async function movedRatings(game: string): Promise<Readonly<Record<string, number>>> {
  if (!hasServer) return {};
  return api.puzzleRatings(game).then(
    ({ ratings }) => ratings,
    () => ({}),
  );
}
