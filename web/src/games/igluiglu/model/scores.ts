/** The count, as it is drawn: who leads an island, and where its numbers stand. */

import type { Colour } from '../../game';
import { place } from './view';
import type { Cell, Island, Scores } from './view';

/** The colours that are strongest on an island; none where nobody is. */
export function leaders(island: Island): Colour[] {
  return (Object.entries(island.why) as [Colour, string][])
    .filter(([, why]) => why === 'alone' || why === 'leads')
    .map(([colour]) => colour);
}

/** The islands that pay somebody, the largest first. */
export function paying(scores: Scores): Island[] {
  return scores.islands.filter((island) => Object.keys(island.strengths).length > 0);
}

/** The tile of an island that is nearest to its middle: there its numbers stand. */
export function middle(island: Island): Cell {
  const places = island.cells.map(place);
  const mean = (pick: (at: { column: number; row: number }) => number) =>
    places.reduce((sum, at) => sum + pick(at), 0) / places.length;
  const [column, row] = [mean((at) => at.column), mean((at) => at.row)];
  const away = (cell: Cell) => {
    const at = place(cell);
    return (at.column - column) ** 2 + (at.row - row) ** 2;
  };
  return island.cells.toSorted((a, b) => away(a) - away(b))[0]!;
}

/** Who leads the island of each cell. */
export function tints(scores: Scores): Map<Cell, Colour[]> {
  return new Map(
    scores.islands.flatMap((island) => {
      const strongest = leaders(island);
      return strongest.length ? island.cells.map((cell): [Cell, Colour[]] => [cell, strongest]) : [];
    }),
  );
}

/** What an island pays, the most first. */
export function payments(island: Island): [Colour, number][] {
  return (Object.entries(island.points) as [Colour, number][])
    .filter(([, points]) => points > 0)
    .sort((a, b) => b[1] - a[1]);
}
