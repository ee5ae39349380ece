/** Where things that are laid over the canvas belong in the scene. */

import { PLACE, tiltOf, type Direction, type Slot, type Tilt, type Way } from '../../model/geometry';
import { BLOCK, UNIT, type Spot } from './layout';

/** The side of the block where the handle of a tilt stands. Going round, left rolls away, right rolls near, and so on. */
const SIDE_OF: Record<Direction, Direction> = { n: 'w', e: 'n', s: 'e', w: 's' };

/** The end of the axle of a tilt: outside the block, on the line through both centres. */
export function tiltHandle(tilt: Tilt): Spot {
  const { slots, toward } = tiltOf(tilt);
  const side = SIDE_OF[toward];
  const slot = slots.find((name) => isOnSide(name, side))!;
  return beside(side, slot);
}

function isOnSide(slot: Slot, side: Direction): boolean {
  const { east, south } = PLACE[slot];
  return UNIT[side].x ? UNIT[side].x === east : UNIT[side].z === south;
}

/** Clockwise is pushed on one outer side of a cube, counter-clockwise on the other. */
const TURN_SIDES: Record<Slot, Record<Way, Direction>> = {
  a: { '+': 'w', '-': 'n' },
  b: { '+': 'n', '-': 'e' },
  c: { '+': 'e', '-': 's' },
  d: { '+': 's', '-': 'w' },
};

export function turnHandle(slot: Slot, way: Way): Spot {
  return beside(TURN_SIDES[slot][way], slot);
}

/** Beside the block as the person sees it: behind it that is higher up, before it lower down. */
function beside(side: Direction, slot: Slot): Spot {
  const { x, z } = UNIT[side];
  const { east, south } = PLACE[slot];
  if (x) return { x: x * (BLOCK + 0.3), y: 0.4, z: south < 0 ? -0.66 : 0.78 };
  // Outward, so that there is room beside the first spaces of the paths for what is told of their stacks.
  return z < 0 ? { x: east, y: 1, z: -BLOCK - 0.2 } : { x: east * 1.08, y: 0, z: BLOCK + 0.36 };
}
