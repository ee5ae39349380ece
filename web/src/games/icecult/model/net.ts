/** A cube unfolded: what is up in the middle, its four sides folded out around it, what is below beside them. */

import { type CubeSet } from './cubesets';
import {
  DIRECTIONS,
  FACES,
  lying,
  OPPOSITE,
  sideOf,
  type Direction,
  type Face,
  type Pose,
  type Slot,
} from './geometry';
import { DEGREES, upperEdge } from '../art/symbols';

export type Cell = 'U' | 'D' | Direction;

export const CELLS: readonly Cell[] = ['U', ...DIRECTIONS, 'D'];

export interface NetCell {
  cell: Cell;
  /** The printed face that lies there. */
  face: Face;
  symbol: string;
  /** Clockwise from pointing up the page. */
  degrees: number;
}

/**
 * Which way on the page one goes from a cell toward a side of the block. A side is folded out at its upper edge, so U lies
 * toward the middle; what is below hangs on the far edge of the south side.
 */
function onPage(cell: Cell, side: Face): Direction {
  if (cell === 'U') return side.toLowerCase() as Direction;
  if (cell === 'D') return side === 'S' ? 'n' : side === 'N' ? 's' : (side.toLowerCase() as Direction);
  if (side === 'U') return OPPOSITE[cell];
  return side === 'D' ? cell : (side.toLowerCase() as Direction);
}

/** The six cells of a cube in a pose. A side's symbol is drawn as it will lie when a tilt brings it on top. */
export function netOf(set: CubeSet, slot: Slot, pose: Pose): NetCell[] {
  const faces = lying(pose);
  const sideWhere = (printed: Face): Face => FACES.find((side) => faces[side] === printed)!;
  return CELLS.map((cell) => {
    const face = faces[cell === 'U' || cell === 'D' ? cell : sideOf(cell)];
    const upper = sideWhere(upperEdge(set, slot, face));
    return { cell, face, symbol: set[slot][face], degrees: DEGREES[onPage(cell, upper)] };
  });
}
