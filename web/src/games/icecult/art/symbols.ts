/** The symbols of the cubes as outlines in a box of 100 by 100, for SVG and canvas alike. Arrows point up. */

import { arrowOf, type Colour, type CubeSet, type Symbol } from '../model/cubesets';
import { OUTWARD, PLACE, type Direction, type Face, type Slot } from '../model/geometry';

export const ARROW = 'M50 7L89 47H69V91Q69 94 66 94H34Q31 94 31 91V47H11Z';
/** Where the owner's mark sits in the arrow: its middle, and the side of its square. */
export const MARK_IN_ARROW = { x: 50, y: 57, size: 30 };

export const CIRCLE = { x: 50, y: 50, radius: 29, width: 15 };

/** A quarter of a ring around the lower right corner, so that four cubes in the setup show a whole ring. */
export const ARC = 'M34 97A63 63 0 0 1 97 34';
export const ARC_WIDTH = 15;

/** Degrees clockwise that turn an arrow that points north (up) toward a direction. */
export const DEGREES: Record<Direction, number> = { n: 0, e: 90, s: 180, w: 270 };

export type SymbolKind = Colour | 'circle' | 'arc';

export function kindOf(symbol: Symbol): SymbolKind {
  return arrowOf(symbol)?.colour ?? (symbol as 'circle' | 'arc');
}

/**
 * The face that a symbol's upper edge looks toward. An arrow's is the one it points toward. An arc on U is turned so that
 * the four of the setup form a ring; what has no direction of its own looks toward U, or N.
 */
export function upperEdge(set: CubeSet, slot: Slot, face: Face): Face {
  const arrow = arrowOf(set[slot][face]);
  if (arrow) return arrow.toward as Face;
  if (set[slot][face] === 'arc' && face === 'U') {
    // The ring's middle lies in the picture's lower right corner: south-east of a, south-west of b, and so on.
    const { east, south } = PLACE[slot];
    return south < 0 ? (east < 0 ? 'N' : 'E') : east < 0 ? 'W' : 'S';
  }
  return OUTWARD[face][1] === 0 ? 'U' : 'N';
}
