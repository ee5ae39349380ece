/** Cube sets (IC-7): what is printed on each face. The server checks them; here they are drawn, written and sent. */

import {
  DIRECTIONS,
  FACES,
  lying,
  OPPOSITE_FACE,
  sideOf,
  SLOTS,
  type Direction,
  type Face,
  type Pose,
  type Slot,
} from './geometry';

export const COLOURS = ['y', 'r', 'g', 'b'] as const;
export type Colour = (typeof COLOURS)[number];

/** "arc", "circle", or an arrow: its colour, ">" and the face that it points toward. */
export type Symbol = string;
export type CubeFaces = Record<Face, Symbol>;
export type CubeSet = Record<Slot, CubeFaces>;

/** What lies on top: "arc", "circle", or an arrow: its colour, ">" and the direction that it has now. */
export type Top = string;

/** For each cube its arc on U, its circle on D, and on N, E, S and W arrows of these colours that point to the arc. */
function withSides(sides: Record<Slot, string>): CubeSet {
  const faces = SLOTS.map((slot) => {
    const [n, e, s, w] = sides[slot];
    return [slot, { U: 'arc', N: `${n}>U`, E: `${e}>U`, S: `${s}>U`, W: `${w}>U`, D: 'circle' }];
  });
  return Object.fromEntries(faces) as CubeSet;
}

export const FAIR = withSides({ a: 'ybgr', b: 'gryb', c: 'ybgr', d: 'gryb' });
export const BALANCED = withSides({ a: 'ygbr', b: 'brgy', c: 'bygr', d: 'grby' });

const BUILT_IN: Record<string, CubeSet> = { fair: FAIR, balanced: BALANCED };

/** The set that the rules of a view name or write out. */
export function cubeSetOf(cubes: string | CubeSet): CubeSet {
  return typeof cubes === 'string' ? (BUILT_IN[cubes] ?? FAIR) : cubes;
}

export function arrowOf(symbol: Symbol | Top): { colour: Colour; toward: string } | null {
  return symbol[1] === '>' ? { colour: symbol[0] as Colour, toward: symbol[2] ?? '' } : null;
}

/** An arrow on top, taken apart. */
export function topArrow(top: Top): { colour: Colour; toward: Direction } | null {
  return arrowOf(top) as { colour: Colour; toward: Direction } | null;
}

/** What lies on top of a cube in a pose. */
export function topOf(faces: CubeFaces, pose: Pose): Top {
  const sides = lying(pose);
  const symbol = faces[sides.U];
  const arrow = arrowOf(symbol);
  if (!arrow) return symbol;
  const toward = DIRECTIONS.find((direction) => sides[sideOf(direction)] === arrow.toward);
  return `${arrow.colour}>${toward}`;
}

/** The faces that an arrow on a face can point toward. */
export function neighbours(face: Face): Face[] {
  return FACES.filter((other) => other !== face && other !== OPPOSITE_FACE[face]);
}

// A set in an address: one character a face in the order of slots and faces, then a digit for its neighbour.

const LETTERS = 'yrgb';

/** A set as short text for a link: 24 faces, "a" arc, "o" circle, or a colour and the number of the neighbour. */
export function writeLink(set: CubeSet): string {
  return SLOTS.map((slot) =>
    FACES.map((face) => {
      const symbol = set[slot][face];
      const arrow = arrowOf(symbol);
      if (!arrow) return symbol === 'arc' ? 'a' : 'o';
      return arrow.colour + neighbours(face).indexOf(arrow.toward as Face);
    }).join(''),
  ).join('-');
}

/** The set that a link brings; null if it is none. */
export function readLink(text: string): CubeSet | null {
  const cubes = text.split('-');
  if (cubes.length !== SLOTS.length) return null;
  const set: Partial<CubeSet> = {};
  for (const [i, slot] of SLOTS.entries()) {
    const faces = cubes[i]!.match(/[ao]|[yrgb][0-3]/g) ?? [];
    if (faces.length !== FACES.length || faces.join('') !== cubes[i]) return null;
    set[slot] = Object.fromEntries(FACES.map((face, k) => [face, readFace(face, faces[k]!)])) as CubeFaces;
  }
  return set as CubeSet;
}

function readFace(face: Face, text: string): Symbol {
  if (text === 'a') return 'arc';
  if (text === 'o') return 'circle';
  return `${LETTERS.includes(text[0]!) ? text[0] : 'y'}>${neighbours(face)[Number(text[1])]}`;
}
