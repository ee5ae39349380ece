/** Where labels lie over the scene: beside what they tell of, and so that none covers another. In pixels. */

import type { Colour } from '../../model/cubesets';
import type { Direction } from '../../model/geometry';
import { CORNER, PATH, UNIT, type Layout, type Spot } from './layout';

export interface Point {
  x: number;
  y: number;
}

/** Draws points of the scene on the canvas. */
export interface Seen {
  layout: Layout;
  project(spot: Spot): Point;
}

/** The colours of a stack in a row, from below to above, as they stand. */
export interface Plate {
  /** The middle of the row. */
  at: Point;
  /** How wide a pawn is drawn, and how far the next one lies from it. */
  size: number;
  step: number;
  width: number;
}

const LARGEST = 13;
const SMALLEST = 8;

/**
 * What is free beside a path that goes up the screen, and beside its first two spaces, where the handles of the cubes are:
 * they keep their size on small boards, on which a cube has fewer pixels than `SMALL`.
 */
const FREE = { far: 0.74, near: 0.47, tight: 0.36 };
const SMALL = 60;

/**
 * The plate of a stack lies where no other thing is: on the paths that go across the screen below its space and no wider
 * than that, beside the others on the water to their right.
 */
export function plate(seen: Seen, path: Direction, space: number, height: number): Plate {
  const { layout } = seen;
  const project = (spot: Spot) => seen.project(spot);
  const spot = layout.spot(path, space);
  const edge = PATH.width / 2 + 0.04;
  const middle = project(spot);
  const unit = project({ ...spot, x: spot.x + 1 }).x - middle.x;
  const beside = space > 2 ? FREE.far : unit < SMALL ? FREE.tight : FREE.near;
  const [left, room] = UNIT[path].x ? [-layout.space / 2, layout.space] : [edge, beside];
  const from = project({ ...spot, x: spot.x + left });
  const wide = project({ ...spot, x: spot.x + left + room }).x - from.x - 2;
  const size = Math.max(SMALLEST, Math.min(LARGEST, unit * layout.space * 0.42));
  const step = height > 1 ? Math.min(size * 0.86, (wide - size) / (height - 1)) : 0;
  const width = size + step * Math.max(0, height - 1);
  if (UNIT[path].x) {
    const shore = project({ ...spot, z: edge });
    return { at: { x: middle.x, y: shore.y }, size, step, width };
  }
  return { at: { x: from.x + 1 + width / 2, y: from.y }, size, step, width };
}

/** How many wait or are home, at the outer side of their floe: the handles of the cubes lie at the inner one. */
export function counter(seen: Seen, colour: Colour, place: 'start' | 'home'): Point {
  const { layout } = seen;
  const middle = place === 'start' ? layout.startMiddle(colour) : layout.homeMiddle(colour);
  const aside = place === 'start' ? CORNER[colour].x * 0.46 : 0;
  return seen.project({ ...middle, x: middle.x + aside, z: middle.z + (place === 'start' ? 0.48 : 0.64) });
}

/** Where the feet of a stack's pawns go when it fans out: the first stays, the others follow as far as there is room. */
export function fanned(
  foot: Point,
  path: Direction,
  height: number,
  apart: number,
  canvas: Point,
): { from: Point; step: Point } {
  const gaps = Math.max(1, height - 1);
  if (UNIT[path].x) return { from: foot, step: { x: 0, y: -Math.min(apart, (foot.y - apart) / gaps) } };
  const toRight = (canvas.x - apart * 0.6 - foot.x) / gaps;
  return { from: foot, step: { x: Math.min(apart, toRight), y: 0 } };
}
