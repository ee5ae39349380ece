/** What an action would do, shown before it is done: plates over the cubes, translucent pawns, a lit path. */

import {
  CatmullRomCurve3,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  TubeGeometry,
  Vector3,
} from 'three';
import { cubeSetOf, topArrow, type Colour } from '../../model/cubesets';
import { lying, PLACE, SLOTS, type Direction, type Slot } from '../../model/geometry';
import { parse } from '../../model/notation';
import { kindOf, upperEdge } from '../../art/symbols';
import { cubesAfter, movementOf, type Movement, type View } from '../../model/view';
import { axisOf } from './acts';
import { faceRotation, poseRotation } from './cubes';
import { CUBE, PATH, UNIT } from './layout';
import { eased } from './motion';
import { token } from '../../../../ui/marks';
import type { Stage } from './stage';

/** How far cubes lean toward where they would roll. */
const LEAN = 0.3;
const PLATE_HEIGHT = 0.34;
const GLOW = 1.35;

export class Ghosts {
  private readonly group = new Group();
  private shown: string | null = null;
  private leaning = new Map<Slot, { axis: Vector3; angle: number }>();
  private readonly plate = new PlaneGeometry(CUBE * 0.92, CUBE * 0.92);

  constructor(private readonly stage: Stage) {
    stage.scene.add(this.group);
  }

  /** Show what an action would do in a view, or nothing. */
  show(action: string | null, view: View, milliseconds: number, waiting = false): void {
    if (action === this.shown) {
      this.fade(waiting);
      return;
    }
    this.clear(milliseconds);
    this.shown = action;
    const parsed = action === null ? null : parse(action);
    if (!action || !parsed) return;
    if (parsed.kind === 'tilt' || parsed.kind === 'turn') this.cubesWould(action, view, milliseconds);
    else if (parsed.kind === 'step') {
      const movement = movementOf(view, parsed);
      if (movement) this.pawnsWould(movement, view);
    }
    this.fade(waiting);
  }

  /** What was sent and is not answered yet is paler than what is only thought of. */
  private fade(waiting: boolean): void {
    this.group.visible = true;
    for (const child of this.group.children) {
      const material = (child as Mesh).material;
      if (material instanceof ShaderMaterial) material.uniforms['lit']!.value = waiting ? 0.5 : GLOW;
    }
    this.stage.motion.invalidate();
  }

  /** Take the ghost away because what it showed now happens: cubes that lean roll on from where they are. */
  leave(): void {
    this.leaning.clear();
    this.clear(0);
  }

  private clear(milliseconds: number): void {
    this.shown = null;
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      if (child instanceof Mesh && child.geometry instanceof TubeGeometry) child.geometry.dispose();
    }
    for (const [slot, { axis, angle }] of this.leaning) this.lean(slot, axis, angle, 0, milliseconds);
    this.leaning.clear();
    for (const slot of SLOTS) this.stage.cubes.light(slot, null);
    this.stage.motion.invalidate();
  }

  private cubesWould(action: string, view: View, milliseconds: number): void {
    const parsed = parse(action)!;
    const lit = new Map<Direction, Colour[]>();
    for (const [name, after] of Object.entries(cubesAfter(view, action))) {
      const slot = name as Slot;
      const axis = parsed.kind === 'tilt' ? axisOf(parsed.tilt[1] as Direction) : new Vector3(0, 1, 0);
      const angle = parsed.kind === 'turn' ? (parsed.way === '+' ? -LEAN : LEAN) : LEAN;
      this.lean(slot, axis, 0, angle, milliseconds);
      this.leaning.set(slot, { axis, angle });
      this.stage.cubes.light(slot, lying(after.pose).U, lying(view.cubes[slot]).U);
      this.group.add(this.plateOver(slot, view, after.pose));
      const arrow = topArrow(after.top);
      if (arrow) lit.set(arrow.toward, [...(lit.get(arrow.toward) ?? []), arrow.colour]);
    }
    for (const [path, colours] of lit) this.group.add(pathLight(this.stage, path, [...new Set(colours)]));
  }

  private lean(slot: Slot, axis: Vector3, from: number, to: number, milliseconds: number): void {
    const cube = this.stage.cubes.bySlot[slot];
    const rest = poseRotation(cube.pose);
    const pose = cube.pose;
    void this.stage.motion.run(milliseconds, (t) => {
      // Once the cube has been tilted, what leaned before must not bring it back.
      if (cube.pose !== pose) return;
      const angle = from + (to - from) * eased(t);
      cube.group.quaternion.copy(new Quaternion().setFromAxisAngle(axis, angle).multiply(rest));
      cube.group.position.y = this.stage.layout.cube(slot).y + Math.abs(angle) * 0.28;
    });
  }

  /** The symbol that comes up, as it will lie: a small pane of ice above the cube. */
  private plateOver(slot: Slot, view: View, pose: string): Mesh {
    const set = cubeSetOf(view.rules.cubes);
    const faces = lying(pose);
    const cube = this.stage.cubes.bySlot[slot];
    const material = (cube.faces.U.material as ShaderMaterial).clone();
    material.uniforms['map']!.value = this.stage.cubes.texture(kindOf(set[slot][faces.U]));
    material.uniforms['lit']!.value = GLOW;
    material.uniforms['dim']!.value = 0;
    material.depthTest = false;
    const mesh = new Mesh(this.plate, material);
    mesh.quaternion.copy(poseRotation(pose).multiply(faceRotation(faces.U, upperEdge(set, slot, faces.U))));
    const { x, z } = this.stage.layout.cube(slot);
    // Drawn a little apart, so that the two panes do not touch.
    mesh.position.set(x + PLACE[slot].east * 0.05, CUBE + PLATE_HEIGHT, z + PLACE[slot].south * 0.05);
    mesh.renderOrder = 80;
    return mesh;
  }

  private pawnsWould(movement: Movement, view: View): void {
    const { path, from, to, home } = movement;
    const { pawns } = this.stage;
    const below = home ? 0 : (view.paths[path][to - 1] ?? '').length;
    const height = below + movement.pawns.length;
    const arrived = { ...view.home };
    [...movement.pawns].forEach((letter, i) => {
      const colour = letter as Colour;
      const ghost = pawns.ghost(colour);
      const place = home
        ? ({ at: 'home', index: arrived[colour]++ } as const)
        : ({ at: 'path', path, space: to, level: below + i } as const);
      ghost.position.copy(pawns.spot(place, colour, height));
      this.group.add(ghost);
    });
    const source = from
      ? pawns.spot({ at: 'path', path, space: from, level: movement.standing - 1 }, movement.colour)
      : pawns.spot({ at: 'start', index: Math.max(0, view.start[movement.colour] - 1) }, movement.colour);
    const target = home
      ? pawns.spot({ at: 'home', index: view.home[movement.colour] }, movement.colour)
      : pawns.spot({ at: 'path', path, space: to, level: below }, movement.colour, height);
    this.group.add(this.bow(source, target, home ? 1.1 : 0.5));
  }

  private bow(from: Vector3, to: Vector3, height: number): Mesh {
    const middle = from.clone().lerp(to, 0.5);
    middle.y = Math.max(from.y, to.y) + height;
    const raised = (point: Vector3) => point.clone().add(new Vector3(0, 0.16, 0));
    const curve = new CatmullRomCurve3([raised(from), middle, raised(to)]);
    const material = new MeshBasicMaterial({ color: '#ffd9a0', transparent: true, opacity: 0.85, depthTest: false });
    const mesh = new Mesh(new TubeGeometry(curve, 20, 0.022, 6), material);
    mesh.renderOrder = 70;
    return mesh;
  }
}

/** The path that arrows point to, lit in their colours side by side, space by space. */
export function pathLight(stage: Stage, path: Direction, colours: readonly Colour[]): Group {
  const { x } = UNIT[path];
  const [along, across] = [stage.layout.space, (PATH.width + 0.04) / colours.length];
  const plane = new PlaneGeometry(x ? along : across, x ? across : along).rotateX(-Math.PI / 2);
  const lights = new Group();
  colours.forEach((colour, lane) => {
    const material = new MeshBasicMaterial({
      color: token(colour),
      transparent: true,
      opacity: 0.46,
      depthWrite: false,
    });
    const aside = across * (lane - (colours.length - 1) / 2);
    for (let space = 1; space <= stage.layout.pathLength; space++) {
      const spot = stage.layout.spot(path, space);
      const mesh = new Mesh(plane, material);
      mesh.position.set(spot.x + (x ? 0 : aside), spot.y + 0.008, spot.z + (x ? aside : 0));
      mesh.renderOrder = 1;
      lights.add(mesh);
    }
  });
  return lights;
}
