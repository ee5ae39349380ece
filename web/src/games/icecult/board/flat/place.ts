/** Where things lie on the flat board: a square of 200 by 200 around the middle, north up. */

import type { Colour } from '../../model/cubesets';
import type { Direction } from '../../model/geometry';
import { CORNER, UNIT } from '../scene/layout';

export const BLOCK_HALF = 46;
const FROM = 47;
const TO = 93;
/** Short paths do not fill the board with their few spaces. */
const LONGEST = 14;
export const ACROSS = 44;
/** Of a space's breadth, what its number needs. */
const NUMBER = 7;
export const CHIP = 4.4;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function spaceLength(length: number): number {
  return Math.min(LONGEST, (TO - FROM) / length);
}

/** How large pawns are on paths of this length: no larger than a space, so that neighbours lie beside each other. */
export function chipSize(length: number): number {
  return Math.min(CHIP, spaceLength(length) / 2 - 0.15);
}

/** The box of a space; the one after the last is where the path ends. */
export function spaceBox(path: Direction, space: number, length: number): Box {
  const along = spaceLength(length);
  const [near, far] = [FROM + along * (space - 1), FROM + along * space];
  const { x, z } = UNIT[path];
  if (x) return { x: x > 0 ? near : -far, y: -ACROSS / 2, width: far - near, height: ACROSS };
  return { x: -ACROSS / 2, y: z > 0 ? near : -far, width: ACROSS, height: far - near };
}

/**
 * The middle of a pawn in a stack of so many. On the paths to the east and west stacks grow up the page, on the others
 * they lie to the right, the lowest pawn always in the space's first place. Five lie side by side; more than that lie
 * closer, so that no stack ever leaves its space.
 */
export function chip(
  path: Direction,
  space: number,
  length: number,
  level: number,
  height: number,
): { x: number; y: number } {
  const box = spaceBox(path, space, length);
  const size = chipSize(length);
  const across = size + 1.2;
  const step = Math.min(size * 1.78, (ACROSS - 2 * across - NUMBER) / Math.max(1, height - 1));
  if (UNIT[path].x) return { x: box.x + box.width / 2, y: box.y + box.height - across - level * step };
  return { x: box.x + across + level * step, y: box.y + box.height / 2 };
}

/** Where the sun stands. */
export function end(path: Direction, length: number): { x: number; y: number } {
  const out = FROM + spaceLength(length) * length + 5;
  return { x: UNIT[path].x * out, y: UNIT[path].z * out };
}

/** The corner of a colour: its start nearer to the middle, its home outside. */
export function corner(colour: Colour): Box {
  const { x, z } = CORNER[colour];
  return { x: x > 0 ? 54 : -99, y: z > 0 ? 62 : -99, width: 45, height: 37 };
}

export function cornerChip(colour: Colour, place: 'start' | 'home', index: number): { x: number; y: number } {
  const box = corner(colour);
  return { x: box.x + 6.2 + index * 8.15, y: box.y + (place === 'start' ? 12 : 30.5) };
}
