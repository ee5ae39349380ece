/** Cubes in space: the 24 poses (IC-8) and what a tilt (IC-10) or a turn (IC-18) makes of each, for drawing. */

export const FACES = ['U', 'N', 'E', 'S', 'W', 'D'] as const;
export type Face = (typeof FACES)[number];

export const SLOTS = ['a', 'b', 'c', 'd'] as const;
export type Slot = (typeof SLOTS)[number];

export const DIRECTIONS = ['n', 'e', 's', 'w'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** IC-10: a pair, then where it rolls. */
export const TILTS = ['nn', 'ns', 'sn', 'ss', 'ee', 'ew', 'we', 'ww'] as const;
export type Tilt = (typeof TILTS)[number];

export type Way = '+' | '-';

/** IC-5: the slots of each pair, in the order in which one meets them going clockwise. */
export const PAIRS: Record<Direction, readonly [Slot, Slot]> = {
  n: ['a', 'b'],
  e: ['b', 'c'],
  s: ['c', 'd'],
  w: ['d', 'a'],
};

/** Where a slot lies: east and south of the middle, in halves of the block. */
export const PLACE: Record<Slot, { east: -1 | 1; south: -1 | 1 }> = {
  a: { east: -1, south: -1 },
  b: { east: 1, south: -1 },
  c: { east: 1, south: 1 },
  d: { east: -1, south: 1 },
};

export const OPPOSITE_FACE: Record<Face, Face> = { U: 'D', N: 'S', E: 'W', S: 'N', W: 'E', D: 'U' };
export const OPPOSITE: Record<Direction, Direction> = { n: 's', e: 'w', s: 'n', w: 'e' };

type Vector = readonly [number, number, number];

/** Unit vectors as the scene has them: x to the east, y up, z to the south. */
export const OUTWARD: Record<Face, Vector> = {
  U: [0, 1, 0],
  N: [0, 0, -1],
  E: [1, 0, 0],
  S: [0, 0, 1],
  W: [-1, 0, 0],
  D: [0, -1, 0],
};

export function cross(a: Vector, b: Vector): Vector {
  // `+ 0` turns a negative zero into a plain one, so that vectors can be compared.
  return [a[1] * b[2] - a[2] * b[1] + 0, a[2] * b[0] - a[0] * b[2] + 0, a[0] * b[1] - a[1] * b[0] + 0];
}

function faceAlong(vector: Vector): Face {
  const found = FACES.find((face) => OUTWARD[face].every((part, i) => part === vector[i]));
  if (!found) throw new Error(`no face looks along ${vector.join(' ')}`);
  return found;
}

/** A pose: the printed face that is up and the printed face that looks north, two letters. */
export type Pose = string;

/** For each side of the block (up, north, …) the printed face that lies there. */
export type Lying = Record<Face, Face>;

export function lying(pose: Pose): Lying {
  const up = pose[0] as Face;
  const north = pose[1] as Face;
  const east = faceAlong(cross(OUTWARD[north], OUTWARD[up]));
  return { U: up, N: north, E: east, S: OPPOSITE_FACE[north], W: OPPOSITE_FACE[east], D: OPPOSITE_FACE[up] };
}

export const POSES: readonly Pose[] = FACES.flatMap((up) =>
  FACES.filter((north) => north !== up && north !== OPPOSITE_FACE[up]).map((north) => up + north),
);

export function sideOf(direction: Direction): Face {
  return direction.toUpperCase() as Face;
}

/** The pose after a tilt toward a direction: what lay on the opposite side comes up. */
export function tilted(pose: Pose, toward: Direction): Pose {
  const before = lying(pose);
  const side = sideOf(toward);
  const back = OPPOSITE_FACE[side];
  const after: Lying = { ...before, [side]: before.U, U: before[back], [back]: before.D, D: before[side] };
  return after.U + after.N;
}

/** The pose after a quarter turn in place. */
export function turned(pose: Pose, way: Way): Pose {
  const before = lying(pose);
  return before.U + (way === '+' ? before.W : before.E);
}

/** The slots that a tilt moves, and where it rolls them. */
export function tiltOf(tilt: Tilt): { pair: Direction; slots: readonly [Slot, Slot]; toward: Direction } {
  const pair = tilt[0] as Direction;
  return { pair, slots: PAIRS[pair], toward: tilt[1] as Direction };
}

/** The tilt that rolls a slot's cube toward a direction: of its two pairs the one that can. */
export function tiltThatRolls(slot: Slot, toward: Direction): Tilt {
  const { east, south } = PLACE[slot];
  const pair = toward === 'n' || toward === 's' ? (south < 0 ? 'n' : 's') : east < 0 ? 'w' : 'e';
  return (pair + toward) as Tilt;
}

/**
 * How the cube is turned in the scene: the columns of a rotation matrix, which say where the setup's east, up and south
 * have gone.
 */
export function rotationOf(pose: Pose): { east: Vector; up: Vector; south: Vector } {
  const faces = lying(pose);
  const sideOfPrinted = (printed: Face): Face => FACES.find((side) => faces[side] === printed)!;
  return { east: OUTWARD[sideOfPrinted('E')], up: OUTWARD[sideOfPrinted('U')], south: OUTWARD[sideOfPrinted('S')] };
}
