/** What lies still: floes of ice on the water, the four paths, the places of start and home, a low sun at each end. */

import {
  AdditiveBlending,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { COLOURS } from '../../model/cubesets';
import { DIRECTIONS, type Direction } from '../../model/geometry';
import { chances } from './chance';
import { paintIce, paintShade, type Floe } from './icePicture';
import { BLOCK, GROUND, Layout, PATH, SHORE, UNIT, WATER } from './layout';
import { softTexture, sunTexture, textureOf, type Palette } from './paint';

export function floesOf(layout: Layout): Floe[] {
  const chance = chances(11);
  const rough = (value: number, by: number) => value + (chance() - 0.5) * 2 * by;
  const floes: Floe[] = [];
  floes.push({ kind: 'base', top: GROUND - 0.01, outline: round(0, 0, BLOCK + 0.44, 14, 0.07, rough) });
  for (const path of DIRECTIONS) floes.push(...stairs(layout, path, rough));
  for (const colour of COLOURS) {
    const start = layout.startMiddle(colour);
    floes.push({ kind: 'start', colour, top: SHORE.top, outline: round(start.x, start.z, 0.6, 9, 0.05, rough) });
    const home = layout.homeMiddle(colour);
    floes.push({ kind: 'home', colour, top: SHORE.top, outline: round(home.x, home.z, 0.6, 9, 0.05, rough) });
  }
  return floes;
}

/** One piece of ice a space, each a step lower than the one before. */
function stairs(layout: Layout, path: Direction, rough: (value: number, by: number) => number): Floe[] {
  const { x: ux, z: uz } = UNIT[path];
  const half = PATH.width / 2 + 0.03;
  const across = () => [rough(-half, 0.025), rough(half, 0.025)] as const;
  const at = (out: number, side: number): [number, number] => [ux * out - uz * side, uz * out + ux * side];
  let inner = across();
  return Array.from({ length: layout.pathLength }, (_, i) => {
    const [from, to] = [PATH.from + layout.space * i - (i ? 0 : 0.06), PATH.from + layout.space * (i + 1)];
    const last = i === layout.pathLength - 1;
    const outer = across();
    const [waist, tip] = [across(), last ? 0.1 : 0];
    const outline = [
      at(from, inner[0]),
      at((from + to) / 2, waist[0]),
      at(to, outer[0]),
      ...(last ? [at(to + tip, outer[0] * 0.4), at(to + tip * 0.8, outer[1] * 0.5)] : []),
      at(to, outer[1]),
      at((from + to) / 2, waist[1]),
      at(from, inner[1]),
    ];
    inner = outer;
    return { kind: 'path', path, space: i + 1, top: layout.surface(i + 1), outline };
  });
}

function round(
  x: number,
  z: number,
  radius: number,
  corners: number,
  by: number,
  rough: (value: number, by: number) => number,
): [number, number][] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + rough(0, 0.18)) / corners) * Math.PI * 2;
    const out = rough(radius, by);
    return [x + Math.cos(angle) * out, z + Math.sin(angle) * out];
  });
}

/** How far the painted pictures reach from the middle. */
export function pictureReach(layout: Layout): number {
  return Math.max(layout.reach, layout.homeMiddle('g').x) + 1.1;
}

export class Ground {
  readonly group = new Group();

  constructor(layout: Layout, palette: Palette) {
    const floes = floesOf(layout);
    const reach = pictureReach(layout);
    const ice = textureOf(paintIce(floes, layout, reach, palette), 8);
    const tops = new MeshLambertMaterial({ map: ice });
    const sides = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
    this.group.add(new Mesh(topsOf(floes, reach), tops), new Mesh(sidesOf(floes), sides));
    this.group.add(this.shade(floes, reach));
    for (const path of DIRECTIONS) this.group.add(...sunAt(layout, path));
  }

  private shade(floes: Floe[], reach: number): Mesh {
    const map = textureOf(paintShade(floes, reach), 1);
    const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
    const mesh = new Mesh(new PlaneGeometry(reach * 2, reach * 2), material);
    mesh.rotation.x = -Math.PI / 2;
    mesh.position.y = WATER;
    mesh.renderOrder = -2;
    return mesh;
  }
}

/** Half a sun, risen from the water where a path ends, and its light around it. */
function sunAt(layout: Layout, path: Direction): Mesh[] {
  const spot = layout.sun(path);
  const map = softTexture('rgb(255 184 100 / 0.8)', 'rgb(255 150 70 / 0)');
  const light = new MeshBasicMaterial({ map, transparent: true, depthWrite: false, blending: AdditiveBlending });
  const glow = new Mesh(new PlaneGeometry(2.6, 2.6), light);
  glow.rotation.x = -Math.PI / 2;
  glow.position.set(spot.x, WATER + 0.02, spot.z);
  glow.renderOrder = -1;
  const dome = new SphereGeometry(0.3, 36, 12, 0, Math.PI * 2, 0, Math.PI / 2);
  const sun = new Mesh(dome, new MeshBasicMaterial({ map: sunTexture() }));
  sun.position.set(spot.x, WATER, spot.z);
  return [glow, sun];
}

function topsOf(floes: Floe[], reach: number): BufferGeometry {
  const places: number[] = [];
  const pictures: number[] = [];
  for (const { outline, top } of floes) {
    const [mx, mz] = middle(outline);
    outline.forEach((point, i) => {
      const next = outline[(i + 1) % outline.length]!;
      // Seen from above the outline runs clockwise, so middle, next, point runs the other way round and faces up.
      for (const [x, z] of [[mx, mz], next, point] as [number, number][]) {
        places.push(x, top, z);
        pictures.push((x / reach + 1) / 2, 1 - (z / reach + 1) / 2);
      }
    });
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(pictures, 2));
  geometry.computeVertexNormals();
  return geometry;
}

function middle(outline: [number, number][]): [number, number] {
  const sum = outline.reduce(([x, z], [px, pz]) => [x + px, z + pz], [0, 0]);
  return [sum[0]! / outline.length, sum[1]! / outline.length];
}

/** Away from a floe at one of its corners. */
function normalAt(outline: [number, number][], i: number): [number, number] {
  const before = outline[(i + outline.length - 1) % outline.length]!;
  const after = outline[(i + 1) % outline.length]!;
  const [x, z] = [after[1] - before[1], before[0] - after[0]];
  const length = Math.hypot(x, z) || 1;
  return [x / length, z / length];
}

const RIM = [0.82, 0.94, 0.97];
const WAIST = [0.36, 0.66, 0.74];
const DEEP = [0.06, 0.25, 0.31];

/** Walls that widen toward the water, pale at the rim and dark below. */
function sidesOf(floes: Floe[]): BufferGeometry {
  const places: number[] = [];
  const colours: number[] = [];
  const quad = (corners: [number[], number[]][]) => {
    for (const k of [0, 1, 2, 0, 2, 3]) {
      places.push(...corners[k]![0]);
      colours.push(...corners[k]![1]);
    }
  };
  for (const { outline, top } of floes) {
    const outward = outline.map((_, i) => normalAt(outline, i));
    const widened = (at: [number, number], y: number, by: number) => {
      const [nx, nz] = outward[outline.indexOf(at)]!;
      return [at[0] + nx * by, y, at[1] + nz * by];
    };
    const waistline = top - (top - WATER) * 0.28;
    outline.forEach((point, i) => {
      const next = outline[(i + 1) % outline.length]!;
      const lean = 0.03 + 0.05 * Math.abs(Math.sin(i * 2.1));
      const leanNext = 0.03 + 0.05 * Math.abs(Math.sin(((i + 1) % outline.length) * 2.1));
      const rim = [widened(point, top, 0), widened(next, top, 0)] as const;
      const waist = [widened(point, waistline, lean), widened(next, waistline, leanNext)] as const;
      const foot = [widened(point, WATER, lean + 0.07), widened(next, WATER, leanNext + 0.07)] as const;
      quad([
        [rim[0], RIM],
        [rim[1], RIM],
        [waist[1], WAIST],
        [waist[0], WAIST],
      ]);
      quad([
        [waist[0], WAIST],
        [waist[1], WAIST],
        [foot[1], DEEP],
        [foot[0], DEEP],
      ]);
    });
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 3));
  geometry.computeVertexNormals();
  return geometry;
}
