/** Where actions are drawn as arrows: pawns from place to place, cubes across their tops. The same flat and in 3D. */

import { bow, type Idea, type Point } from '../../../ui/arrows';
import { tiltOf, type Direction, type Slot } from '../model/geometry';
import { parse } from '../model/notation';
import { movementOf, type Movement, type View } from '../model/view';

/** Where things are on a board. */
export interface Places {
  source(movement: Movement): Point;
  target(movement: Movement): Point;
  /** A point on top of a cube: from its middle to the east and to the south, in parts of its width. */
  top(slot: Slot, east: number, south: number): Point;
  /** How high the way of a pawn rises. */
  rise: number;
}

const TOWARD: Record<Direction, [east: number, south: number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
const REACH = 0.36;

/** The ways of an action; none where nothing on the board would move. */
export function waysOf(view: View, text: string, at: Places): Point[][] {
  const action = parse(text);
  if (action?.kind === 'step') {
    const movement = movementOf(view, action);
    return movement ? [bow(at.source(movement), at.target(movement), at.rise)] : [];
  }
  if (action?.kind === 'tilt') {
    const { slots, toward } = tiltOf(action.tilt);
    const [east, south] = TOWARD[toward];
    return slots.map((slot) => [
      at.top(slot, -REACH * east, -REACH * south),
      at.top(slot, REACH * east, REACH * south),
    ]);
  }
  if (action?.kind === 'turn') {
    // Three quarters of a circle, clockwise for +.
    const way = action.way === '+' ? 1 : -1;
    const angles = Array.from({ length: 13 }, (_, n) => -Math.PI / 2 + way * (n / 12) * 1.5 * Math.PI);
    return [angles.map((angle) => at.top(action.slot, REACH * Math.cos(angle), REACH * Math.sin(angle)))];
  }
  return [];
}

/** The actions that can be shown, with their places among all. */
export function ideasOf(view: View, actions: readonly string[], at: Places): Idea[] {
  return actions
    .map((action, index) => ({ rank: index + 1, action, ways: waysOf(view, action, at) }))
    .filter(({ ways }) => ways.length > 0);
}
