/**
 * The outlines of the ice. Neighbouring tiles share their edges, so that they look like one sheet with cracks in it; an
 * edge toward the sea is eaten away. What looks random is drawn from the place, so it is always the same.
 */

import type { Point, Projection } from './projection';
import { cellAt, place } from '../model/view';
import type { Cell } from '../model/view';

const SEGMENTS = 4;

/** A number from 0 to 1 that belongs to a place and a purpose. */
export function chance(a: number, b: number, purpose: number): number {
  let n = Math.imul(a + 101, 374761393) ^ Math.imul(b + 57, 668265263) ^ Math.imul(purpose + 11, 1274126177);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

const around0 = (a: number, b: number, purpose: number) => chance(a, b, purpose) * 2 - 1;

/** A corner of the grid, a little off its place. `i` from the west, `j` from the north, 0 to 8. */
function vertex(i: number, j: number): [number, number] {
  return [i + 0.075 * around0(i, j, 1), j + 0.075 * around0(i, j, 2)];
}

export interface Outline {
  /** All around, beginning in the north-west. */
  points: Point[];
  /** The stretches that border the sea, each a run of points. */
  shores: Point[][];
  /** Whether the south side can be seen from the front. */
  fronted: boolean;
}

const SIDES = [
  { corner: [0, 0], along: [1, 0], inward: [0, 1] },
  { corner: [1, 0], along: [0, 1], inward: [-1, 0] },
  { corner: [1, 1], along: [-1, 0], inward: [0, -1] },
  { corner: [0, 1], along: [0, -1], inward: [1, 0] },
] as const;

/** The outline of what lies on a cell, where `joined` says for a cell whether more of the same lies there. */
export function outline(cell: Cell, joined: (cell: Cell | null) => boolean, view: Projection): Outline {
  const { column, row } = place(cell);
  const u = column;
  const v = 7 - row;
  const open = SIDES.map(({ inward }) => !joined(cellAt(u - inward[0], 7 - (v - inward[1]))));
  const bite = (side: number, step: number) => (open[side] ? 0.05 + 0.055 * chance(u * 9 + step, v * 9 + side, 7) : 0);
  const points: Point[] = [];
  const shores: Point[][] = [];
  for (const [side, { corner, along, inward }] of SIDES.entries()) {
    const before = (side + 3) % 4;
    const after = (side + 1) % 4;
    const from = vertex(u + corner[0], v + corner[1]);
    const to = vertex(u + corner[0] + along[0], v + corner[1] + along[1]);
    const run: Point[] = [];
    for (let step = 0; step <= SEGMENTS; step++) {
      const t = step / SEGMENTS;
      // An edge wavers the same way from both of its sides, so it is measured from its first corner by the map.
      const flip = along[0] + along[1] < 0;
      const mark = flip ? SEGMENTS - step : step;
      const edgeU = u + corner[0] + (flip ? along[0] : 0);
      const edgeV = v + corner[1] + (flip ? along[1] : 0);
      const inner = step > 0 && step < SEGMENTS;
      const waver = inner ? 0.034 * around0(edgeU * 31 + mark, edgeV * 17, 3 + Math.abs(along[0])) : 0;
      let x = from[0] + (to[0] - from[0]) * t + Math.abs(along[1]) * waver;
      let y = from[1] + (to[1] - from[1]) * t + Math.abs(along[0]) * waver;
      x += inward[0] * bite(side, step);
      y += inward[1] * bite(side, step);
      if (step === 0 && open[before]) [x, y] = cutBack([x, y], SIDES[before]!.inward, bite(before, SEGMENTS));
      if (step === SEGMENTS && open[after]) [x, y] = cutBack([x, y], SIDES[after]!.inward, bite(after, 0));
      run.push(view.point(x, y));
    }
    if (open[side]) shores.push(run);
    points.push(...run.slice(0, -1));
  }
  return { points, shores, fronted: open[2]! };
}

function cutBack([x, y]: [number, number], inward: readonly [number, number], depth: number): [number, number] {
  return [x + inward[0] * depth, y + inward[1] * depth];
}

/** Fine cracks and drifts of snow on a tile: short lines, by the tile's own number. */
export function scratches(tile: number, centre: Point, scale: number): Point[][] {
  const lines: Point[][] = [];
  const count = 1 + Math.floor(chance(tile, 3, 21) * 3);
  for (let i = 0; i < count; i++) {
    const angle = chance(tile, i, 22) * Math.PI * 2;
    const reach = (6 + 9 * chance(tile, i, 23)) * scale;
    const start = {
      x: centre.x + around0(tile, i, 24) * 17 * scale,
      y: centre.y + around0(tile, i, 25) * 13 * scale,
    };
    const bend = around0(tile, i, 26) * 0.7;
    lines.push([
      start,
      { x: start.x + Math.cos(angle) * reach, y: start.y + Math.sin(angle) * reach * 0.8 },
      { x: start.x + Math.cos(angle + bend) * reach * 1.7, y: start.y + Math.sin(angle + bend) * reach * 1.36 },
    ]);
  }
  return lines;
}

/** The colour of a tile's snow: warmer toward the low sun in the north-east. */
export function snow(cell: Cell, tile: number): string {
  const { column, row } = place(cell);
  const light = (column + row) / 14;
  const hue = 202 - 6 * light + 5 * around0(tile, 1, 31);
  const saturation = 46 - 14 * light;
  const lightness = 90.5 + 4.2 * light + 1.4 * around0(tile, 2, 32);
  return `hsl(${hue.toFixed(0)} ${saturation.toFixed(0)}% ${lightness.toFixed(1)}%)`;
}
