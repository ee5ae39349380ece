/** What there is to celebrate on a finished board: towers, and those who came home. */

import type { Colour } from './cubesets';
import { DIRECTIONS, type Direction } from './geometry';
import { count, PAWNS_PER_COLOUR, type View } from './view';

export type Feast = { colour: Colour } & ({ at: 'home' } | { at: 'path'; path: Direction; space: number });

/** One for each winner. Whoever won because somebody gave up has reached nothing on the board. */
export function feastsOf(view: View): Feast[] {
  return (view.phase === 'over' ? (view.winners ?? []) : []).flatMap((seat): Feast[] => {
    const colour = view.players[seat]!;
    if (view.home[colour] === PAWNS_PER_COLOUR) return [{ colour, at: 'home' }];
    for (const path of DIRECTIONS) {
      const space = view.paths[path].findIndex((stack) => count(stack, colour) === PAWNS_PER_COLOUR) + 1;
      if (space) return [{ colour, at: 'path', path, space }];
    }
    return [];
  });
}

/** How long the board celebrates. */
export const FEAST_MS = 3400;
