/** The twenty pawns. Each keeps its body through the game, so that a step can be followed with the eye. */

import {
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  PlaneGeometry,
  TorusGeometry,
  Vector3,
  type Material,
  type Texture,
} from 'three';
import { COLOURS, type Colour } from '../../model/cubesets';
import { DIRECTIONS, type Direction } from '../../model/geometry';
import { PAWNS_PER_COLOUR, towerIn, type Movement, type Standing } from '../../model/view';
import { Layout, PAWN } from './layout';
import { coatTexture, headTexture, softTexture, type Palette } from './paint';

export type Place =
  { at: 'start' | 'home'; index: number } | { at: 'path'; path: Direction; space: number; level: number };

export interface PawnObject {
  colour: Colour;
  body: Mesh;
  ring: Mesh;
  shadow: Mesh;
  place: Place;
}

function same(a: Place, b: Place): boolean {
  if (a.at !== b.at) return false;
  if (a.at === 'path' && b.at === 'path') return a.path === b.path && a.space === b.space && a.level === b.level;
  return a.at !== 'path' && b.at !== 'path' && a.index === b.index;
}

export class Pawns {
  readonly group = new Group();
  readonly all: PawnObject[] = [];
  private readonly body = new CylinderGeometry(PAWN.head, PAWN.foot, PAWN.height, 30, 1);
  private readonly coats: Record<Colour, Material[]>;
  private readonly ghosts: Record<Colour, Material[]>;
  private readonly ringMaterial = new MeshBasicMaterial({ color: '#ffd9a0' });
  private board: Standing | null = null;

  constructor(
    private readonly layout: Layout,
    palette: Palette,
  ) {
    this.body.translate(0, PAWN.height / 2, 0);
    // Four marks lie around the coat; this brings one of them to the south, where the person looks from.
    this.body.rotateY(-Math.PI / 4);
    const dressed = (ghost: boolean) =>
      Object.fromEntries(COLOURS.map((colour) => [colour, coat(colour, palette, ghost)])) as Record<Colour, Material[]>;
    this.coats = dressed(false);
    this.ghosts = dressed(true);
    const ring = new TorusGeometry(PAWN.foot + 0.012, 0.018, 8, 32).rotateX(Math.PI / 2);
    const shade = softTexture('rgb(10 50 64 / 0.5)', 'rgb(10 50 64 / 0)', 0.35);
    const shadow = new PlaneGeometry(0.66, 0.66).rotateX(-Math.PI / 2);
    const shadowMaterial = new MeshBasicMaterial({ map: shade, transparent: true, depthWrite: false });
    for (const colour of COLOURS) {
      for (let index = 0; index < PAWNS_PER_COLOUR; index++) {
        const pawn: PawnObject = {
          colour,
          body: new Mesh(this.body, this.coats[colour]),
          ring: new Mesh(ring, this.ringMaterial),
          shadow: new Mesh(shadow, shadowMaterial),
          place: { at: 'start', index },
        };
        pawn.ring.visible = false;
        pawn.ring.position.y = 0.05;
        pawn.shadow.position.set(0.03, 0.012, 0.04);
        pawn.body.add(pawn.ring, pawn.shadow);
        this.all.push(pawn);
        this.group.add(pawn.body);
      }
    }
  }

  /** A translucent pawn that shows where one would go. */
  ghost(colour: Colour): Mesh {
    const mesh = new Mesh(this.body, this.ghosts[colour]);
    mesh.renderOrder = 60;
    return mesh;
  }

  at(place: Place): PawnObject | undefined {
    return this.all.find((pawn) => same(pawn.place, place));
  }

  stack(path: Direction, space: number): PawnObject[] {
    return this.all
      .filter(({ place }) => place.at === 'path' && place.path === path && place.space === space)
      .sort((a, b) => levelOf(a) - levelOf(b));
  }

  /** Where a place is in the scene, in a stack of so many. */
  spot(place: Place, colour: Colour, height?: number): Vector3 {
    if (place.at === 'path') {
      const { x, y, z } = this.layout.spot(place.path, place.space);
      const stack = this.board?.paths[place.path][place.space - 1] ?? '';
      const tower = towerIn(stack) !== null;
      const nesting = this.layout.nesting(place.path, height ?? stack.length, tower);
      return new Vector3(x, y + place.level * nesting, z);
    }
    const { x, y, z } =
      place.at === 'home' ? this.layout.home(colour, place.index) : this.layout.start(colour, place.index);
    return new Vector3(x, y, z);
  }

  /** Give each pawn its place on a board. Those that have it already stay, the others are told apart by nobody. */
  assign(board: Standing): void {
    this.board = board;
    for (const colour of COLOURS) {
      const wanted = placesOf(board, colour);
      const own = this.all.filter((pawn) => pawn.colour === colour);
      const free = own.filter((pawn) => {
        const kept = wanted.findIndex((place) => same(place, pawn.place));
        if (kept < 0) return true;
        wanted.splice(kept, 1);
        return false;
      });
      for (const pawn of free) pawn.place = wanted.shift()!;
    }
  }

  /** The pawns that a movement takes along get their new places; all others keep theirs. */
  carry(movement: Movement, after: Standing): PawnObject[] {
    const { colour, path, from, to, standing, home } = movement;
    const going =
      from === 0 ? [this.lastAtStart(colour)] : this.stack(path, from).filter((pawn) => levelOf(pawn) >= standing - 1);
    const below = this.board?.paths[path][to - 1]?.length ?? 0;
    const arrived = { ...this.board!.home };
    going.forEach((pawn, i) => {
      pawn.place = home
        ? { at: 'home', index: arrived[pawn.colour]++ }
        : { at: 'path', path, space: to, level: below + i };
    });
    this.assign(after);
    return going;
  }

  private lastAtStart(colour: Colour): PawnObject {
    const waiting = this.all.filter((pawn) => pawn.colour === colour && pawn.place.at === 'start');
    return waiting.sort((a, b) => indexOf(b) - indexOf(a))[0]!;
  }

  /** Put everybody where they belong, at once. */
  settle(): void {
    for (const pawn of this.all) this.rest(pawn);
  }

  rest(pawn: PawnObject): void {
    pawn.body.position.copy(this.spot(pawn.place, pawn.colour));
    pawn.body.scale.setScalar(1);
    pawn.body.rotation.set(0, 0, 0);
    pawn.shadow.visible = pawn.place.at !== 'path' || pawn.place.level === 0;
  }
}

function coat(colour: Colour, palette: Palette, ghost: boolean): Material[] {
  const clear = ghost ? { transparent: true, opacity: 0.62, depthWrite: false } : {};
  // Some light of their own, so that the players' colours stay loud in the blue of the ice.
  const dressed = (map: Texture) =>
    new MeshPhongMaterial({
      map,
      emissiveMap: map,
      emissive: '#ffffff',
      emissiveIntensity: 0.32,
      shininess: 26,
      specular: '#55626a',
      ...clear,
    });
  const side = dressed(coatTexture(colour, palette));
  const head = dressed(headTexture(colour, palette));
  return [side, head, side];
}

function levelOf(pawn: PawnObject): number {
  return pawn.place.at === 'path' ? pawn.place.level : 0;
}

function indexOf(pawn: PawnObject): number {
  return pawn.place.at === 'path' ? -1 : pawn.place.index;
}

function placesOf(board: Standing, colour: Colour): Place[] {
  const places: Place[] = [];
  for (let index = 0; index < board.start[colour]; index++) places.push({ at: 'start', index });
  for (let index = 0; index < board.home[colour]; index++) places.push({ at: 'home', index });
  for (const path of DIRECTIONS) {
    board.paths[path].forEach((stack, i) => {
      [...stack].forEach((pawn, level) => {
        if (pawn === colour) places.push({ at: 'path', path, space: i + 1, level });
      });
    });
  }
  return places;
}
