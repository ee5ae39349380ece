/** Cubes and boards in 3D without WebGL: matrices for CSS, whose y axis points down. */

import { cross, OUTWARD, rotationOf, type Face, type Pose } from '../model/geometry';

type Vector = readonly [number, number, number];

/** As CSS has it. */
function css([x, y, z]: Vector): Vector {
  return [x, -y + 0, z];
}

function scaled(vector: Vector, by: number): Vector {
  return [vector[0] * by + 0, vector[1] * by + 0, vector[2] * by + 0];
}

function matrix(right: Vector, down: Vector, out: Vector, at: Vector = [0, 0, 0]): string {
  return `matrix3d(${[...right, 0, ...down, 0, ...out, 0, ...at, 1].join(',')})`;
}

/** Lays a square element onto a face of a cube, with its upper edge toward another face; `away` is in pixels. */
export function faceMatrix(face: Face, upper: Face, away: number): string {
  const normal = OUTWARD[face];
  const up = OUTWARD[upper];
  const right = cross(up, normal);
  return matrix(css(right), scaled(css(up), -1), css(normal), scaled(css(normal), away));
}

/** Turns a cube from its setup into a pose. */
export function poseMatrix(pose: Pose): string {
  const { east, up, south } = rotationOf(pose);
  return matrix(css(east), scaled(css(up), -1), css(south));
}
