/** The four ways in which an arrow on a printed face can point, as they look where the cube is unfolded. */

import { neighbours, type CubeSet } from '../model/cubesets';
import { SLOTS, FACES, type Direction, type Face } from '../model/geometry';
import { netOf } from '../model/net';
import { DEGREES } from '../art/symbols';

export function directionsOn(face: Face): { target: Face; onPage: Direction }[] {
  return neighbours(face)
    .map((target) => ({ target, onPage: onPage(face, target) }))
    .sort((a, b) => DEGREES[a.onPage] - DEGREES[b.onPage]);
}

/** Asks the drawing itself, so that what is offered is what will be seen. */
function onPage(face: Face, target: Face): Direction {
  const plain = Object.fromEntries(FACES.map((one) => [one, one === face ? `y>${target}` : 'circle']));
  const set = Object.fromEntries(SLOTS.map((slot) => [slot, plain])) as CubeSet;
  const { degrees } = netOf(set, 'a', 'UN').find((cell) => cell.face === face)!;
  return (Object.keys(DEGREES) as Direction[]).find((direction) => DEGREES[direction] === degrees)!;
}
