/**
 * Where the cells are on the screen. The board is a plane of 8 by 8 cells of 100 units, seen from above: straight down, or
 * at a slight slant, where what is farther away is smaller. All drawing is in these units; CSS scales it to the room.
 */

import { place } from '../model/view';
import type { Cell } from '../model/view';

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Projection {
  /** All that is drawn, with the margins. */
  box: Box;
  /** How thick the ice looks. */
  thickness: number;
  /** How tall figures are drawn: cells seen from above have more room for them. */
  stature: number;
  /** A point of the plane: `u` from west to east, `v` from north to south, both 0 to 8. */
  point(u: number, v: number): Point;
  /** How large things are at a distance from the north: 1 in the front. */
  scale(v: number): number;
  /** The middle of a cell, moved by parts of a cell. */
  spot(cell: Cell, du?: number, dv?: number): Point;
  /** The corners of a cell: north-west, north-east, south-east, south-west. */
  corners(cell: Cell, inset?: number): Point[];
}

const CELL = 100;
const SIZE = 8 * CELL;

interface Lens {
  /** How much smaller the far side is: 0 is not at all. */
  depth: number;
  /** The height of the board on the screen. */
  height: number;
  thickness: number;
  stature: number;
  margin: { top: number; side: number; bottom: number };
}

function projection({ depth, height, thickness, stature, margin }: Lens): Projection {
  const shrink = (v: number) => 1 / (1 + depth * (1 - v / 8));
  const point = (u: number, v: number): Point => {
    const away = 1 - v / 8;
    return { x: SIZE / 2 + (u - 4) * CELL * shrink(v), y: height - height * away * (1 + depth) * shrink(v) };
  };
  const origin = (cell: Cell) => {
    const { column, row } = place(cell);
    return { u: column, v: 7 - row };
  };
  return {
    box: {
      left: -margin.side,
      top: -margin.top,
      width: SIZE + 2 * margin.side,
      height: height + margin.top + margin.bottom,
    },
    thickness,
    stature,
    point,
    scale: shrink,
    spot(cell, du = 0, dv = 0) {
      const { u, v } = origin(cell);
      return point(u + 0.5 + du, v + 0.5 + dv);
    },
    corners(cell, inset = 0) {
      const { u, v } = origin(cell);
      return [
        point(u + inset, v + inset),
        point(u + 1 - inset, v + inset),
        point(u + 1 - inset, v + 1 - inset),
        point(u + inset, v + 1 - inset),
      ];
    },
  };
}

/** Seen at a slant, where there is room. */
export const SLANTED = projection({
  depth: 0.17,
  height: 630,
  thickness: 17,
  stature: 1,
  margin: { top: 44, side: 26, bottom: 52 },
});

/** Seen from straight above: cells as large as they can be, for small screens and for those who like it plain. */
export const FLAT = projection({
  depth: 0,
  height: 800,
  thickness: 11,
  stature: 1.16,
  margin: { top: 10, side: 8, bottom: 18 },
});

/** A path through points. */
export function pathOf(points: readonly Point[], closed = true): string {
  const steps = points.map(({ x, y }) => `${round(x)} ${round(y)}`);
  return `M${steps.join('L')}${closed ? 'Z' : ''}`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
