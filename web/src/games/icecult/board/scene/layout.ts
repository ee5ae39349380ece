/** Where everything lies in the scene: x to the east, y up, z to the south. A cube is 1 wide. */

import { PLACE, type Direction, type Slot } from '../../model/geometry';
import type { Colour } from '../../model/cubesets';

export interface Spot {
  x: number;
  y: number;
  z: number;
}

export const CUBE = 1;
const HALF_SLOT = 0.53;
/** From the middle to the outer sides of the block. */
export const BLOCK = HALF_SLOT + CUBE / 2;

/** The paths go down in steps from the cold middle to the warm ends. */
export const PATH = { from: BLOCK + 0.17, width: 0.6, top: 0.52, end: 0.2 };
/** The block stands in a hollow: its ground lies lower than the paths, so that it hides nobody behind it. */
export const GROUND = 0;
export const WATER = -0.34;
export const SHORE = { top: 0.16 };

export const PAWN = { foot: 0.2, head: 0.118, height: 0.29, nested: 0.2, tower: 0.24 };
/** How high a stack may rise above its lowest pawn. On the paths away from the eye more would hide the next space. */
const TALLEST = { across: 0.8, away: 0.15 };

export const UNIT: Record<Direction, { x: number; z: number }> = {
  n: { x: 0, z: -1 },
  e: { x: 1, z: 0 },
  s: { x: 0, z: 1 },
  w: { x: -1, z: 0 },
};

/** The corner between two paths where a colour waits, and beyond it, in the warm, where it is home. */
export const CORNER: Record<Colour, { x: -1 | 1; z: -1 | 1 }> = {
  y: { x: -1, z: -1 },
  r: { x: 1, z: -1 },
  g: { x: 1, z: 1 },
  b: { x: -1, z: 1 },
};

export class Layout {
  readonly space: number;
  /** Where the paths end. */
  readonly reach: number;

  constructor(readonly pathLength: number) {
    this.space = Math.max(0.42, Math.min(0.48, 2.4 / pathLength));
    this.reach = PATH.from + this.space * pathLength;
  }

  /** The middle of a slot's cube. */
  cube(slot: Slot): Spot {
    return { x: PLACE[slot].east * HALF_SLOT, y: GROUND + CUBE / 2, z: PLACE[slot].south * HALF_SLOT };
  }

  /** The middle of a space's surface; the space after the last is the sun at the end. */
  spot(path: Direction, space: number): Spot {
    const out = PATH.from + this.space * (space - 0.5);
    return { x: UNIT[path].x * out, y: this.surface(space), z: UNIT[path].z * out };
  }

  /** How high a space lies. */
  surface(space: number): number {
    return PATH.top - ((PATH.top - PATH.end) * (space - 1)) / Math.max(1, this.pathLength - 1);
  }

  sun(path: Direction): Spot {
    const out = this.reach + 0.36;
    return { x: UNIT[path].x * out, y: WATER, z: UNIT[path].z * out };
  }

  /**
   * How far above the one below each pawn of a stack stands. Tall stacks nest closer, so that they hide nobody; a tower
   * stands high, for with it the game is won.
   */
  nesting(path: Direction, height: number, tower = false): number {
    if (tower) return PAWN.tower;
    const tallest = UNIT[path].x ? TALLEST.across : TALLEST.away;
    return Math.min(PAWN.nested, tallest / Math.max(1, height - 1));
  }

  startMiddle(colour: Colour): Spot {
    return { x: CORNER[colour].x * 1.72, y: SHORE.top, z: CORNER[colour].z * 1.68 };
  }

  homeMiddle(colour: Colour): Spot {
    const out = Math.max(2.75, Math.min(3.4, this.reach - 0.6));
    return { x: CORNER[colour].x * out, y: SHORE.top, z: CORNER[colour].z * (out - 0.1) };
  }

  /** Five places like the pips of a die. */
  start(colour: Colour, index: number): Spot {
    return pip(this.startMiddle(colour), index, 0.27);
  }

  home(colour: Colour, index: number): Spot {
    return pip(this.homeMiddle(colour), index, 0.27);
  }

  /** What the camera must show: the ends of everything, with some height for stacks. */
  extremes(): Spot[] {
    const out = this.reach + 0.68;
    const corner = this.homeMiddle('g').x + 0.5;
    const points: Spot[] = [];
    for (const path of ['n', 'e', 's', 'w'] as const) {
      const { x, z } = UNIT[path];
      points.push({ x: x * out, y: WATER, z: z * out });
    }
    points.push({ x: 0, y: PATH.top + 0.9, z: -this.reach + 0.2 });
    for (const x of [-corner, corner]) for (const z of [-corner, corner]) points.push({ x, y: SHORE.top, z });
    for (const x of [-corner, corner]) points.push({ x, y: SHORE.top + 0.3, z: -corner });
    return points;
  }
}

const PIPS = [
  [-1, -1],
  [1, -1],
  [0, 0],
  [-1, 1],
  [1, 1],
] as const;

function pip(middle: Spot, index: number, apart: number): Spot {
  const [x, z] = PIPS[index % PIPS.length]!;
  return { x: middle.x + x * apart, y: middle.y, z: middle.z + z * apart };
}
