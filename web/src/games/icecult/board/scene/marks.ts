/** Marks on the board: who can be chosen, who threatens to win, what a log entry speaks of; and stacks fanned out. */

import { Group, Mesh, MeshBasicMaterial, Quaternion, TorusGeometry, Vector3 } from 'three';
import type { Fact } from '../../../../protocol';
import type { Colour } from '../../model/cubesets';
import { SLOTS, type Direction, type Slot } from '../../model/geometry';
import { parse } from '../../model/notation';
import { movementIn, movementOf, type Threat, type View } from '../../model/view';
import { pathLight } from './ghosts';
import { fanned } from './labels';
import { PAWN } from './layout';
import { eased } from './motion';
import type { PawnObject } from './pawns';
import type { Stage } from './stage';

export class Marks {
  private readonly lights = new Group();
  private readonly warnings = new Group();
  private readonly pointers = new Group();
  private readonly hoop = new TorusGeometry(0.27, 0.024, 8, 40).rotateX(Math.PI / 2);
  private readonly warn = new MeshBasicMaterial({ color: '#ff8f6b' });
  private readonly point = new MeshBasicMaterial({ color: '#ffd9a0' });
  private fanned: PawnObject[] = [];

  constructor(private readonly stage: Stage) {
    stage.scene.add(this.lights, this.warnings, this.pointers);
  }

  /** Ring the pawns that may go, and light the path of the picked symbol with the spaces that it leads to. */
  choosable(
    all: readonly string[],
    picked: readonly string[],
    view: View,
    lit: { path: Direction; colour: Colour } | null,
  ): void {
    for (const pawn of this.stage.pawns.all) pawn.ring.visible = false;
    for (const action of all) {
      const step = parse(action);
      const movement = step?.kind === 'step' ? movementOf(view, step) : null;
      if (!movement) continue;
      const { path, from: space, standing, colour } = movement;
      const pawn = space
        ? this.stage.pawns.at({ at: 'path', path, space, level: standing - 1 })
        : this.stage.pawns.at({ at: 'start', index: view.start[colour] - 1 });
      const own = space ? pawn : this.waiting(colour);
      if (own) own.ring.visible = true;
    }
    this.lights.clear();
    if (lit) this.lights.add(pathLight(this.stage, lit.path, [lit.colour]));
    const targets = new Set(
      picked.flatMap((action) => {
        const step = parse(action);
        const movement = step?.kind === 'step' ? movementOf(view, step) : null;
        return movement && !movement.home ? [`${movement.path}${movement.to}`] : [];
      }),
    );
    for (const target of targets) {
      this.lights.add(this.ring(target[0] as Direction, Number(target.slice(1)), this.point));
    }
    this.stage.motion.invalidate();
  }

  private waiting(colour: Colour): PawnObject | undefined {
    const waiting = this.stage.pawns.all.filter((pawn) => pawn.colour === colour && pawn.place.at === 'start');
    return waiting.at(-1);
  }

  threats(found: Threat[]): void {
    this.warnings.clear();
    for (const { path, space } of found) this.warnings.add(this.ring(path, space, this.warn));
    this.stage.motion.invalidate();
  }

  private ring(path: Direction, space: number, material: MeshBasicMaterial): Mesh {
    const { x, y, z } = this.stage.layout.spot(path, space);
    const mesh = new Mesh(this.hoop, material);
    mesh.position.set(x, y + 0.03, z);
    return mesh;
  }

  /** Show what facts speak of, on the board as it is now. */
  pointTo(facts: Fact[]): void {
    this.pointers.clear();
    const slots = new Set<Slot>();
    for (const fact of facts) {
      const { slots: several, slot } = fact.values as { slots?: Slot[]; slot?: Slot };
      for (const one of several ?? (slot ? [slot] : [])) slots.add(one);
      const movement = movementIn(fact);
      if (!movement) continue;
      const { path, from, to, home } = movement;
      if (from) this.pointers.add(this.ring(path, from, this.point));
      if (!home) this.pointers.add(this.ring(path, to, this.point));
    }
    for (const slot of SLOTS) this.stage.cubes.glow(slot, slots.has(slot) ? 1 : 0);
    this.stage.motion.invalidate();
  }

  /**
   * Fan a stack out, from below to above, so that each pawn can be told apart and chosen. The lowest stays on its space;
   * the others lie beside it as on the flat board: on the paths across the screen above it, else to its right, nearer to
   * the eye than anything else. `apart` is in pixels.
   */
  fan(path: Direction, space: number, apart: number, milliseconds: number): void {
    this.close(0);
    const { stage } = this;
    const stack = stage.pawns.stack(path, space);
    if (stack.length < 2) return;
    this.fanned = stack;
    const foot = stage.layout.spot(path, space);
    const eye = stage.eye.camera.position;
    const unit = Math.abs(stage.project({ ...foot, x: foot.x + 1 }).x - stage.project(foot).x);
    const { from: first, step } = fanned(stage.project(foot), path, stack.length, apart, stage.size);
    const size = Math.max(0.7, Math.min(1.4, Math.hypot(step.x, step.y) / (PAWN.height * unit * 1.25)));
    const NEAR = 0.72;
    const ways = stack.map((pawn, i) => {
      const far = stage.unproject({ x: first.x + i * step.x, y: first.y + i * step.y }, foot);
      const to = new Vector3().copy(eye).lerp(far, NEAR);
      return { pawn, from: pawn.body.position.clone(), to };
    });
    // Turned toward the eye, so that marks and not heads are seen.
    const face = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -0.35);
    void stage.motion.run(milliseconds, (t) => {
      for (const { pawn, from, to } of ways) {
        if (!this.fanned.includes(pawn)) continue;
        pawn.body.position.lerpVectors(from, to, eased(t));
        pawn.body.scale.setScalar(1 + (size * NEAR - 1) * eased(t));
        pawn.body.quaternion.slerpQuaternions(new Quaternion(), face, eased(t));
        pawn.shadow.visible = false;
      }
    });
  }

  /** Let the fanned stack fall together again. */
  close(milliseconds: number): void {
    const stack = this.fanned;
    this.fanned = [];
    if (!stack.length) return;
    const ways = stack.map((pawn) => ({
      pawn,
      from: pawn.body.position.clone(),
      scale: pawn.body.scale.x,
      turn: pawn.body.quaternion.clone(),
    }));
    void this.stage.motion.run(milliseconds, (t) => {
      for (const { pawn, from, scale, turn } of ways) {
        if (this.fanned.includes(pawn)) continue;
        const to = this.stage.pawns.spot(pawn.place, pawn.colour);
        pawn.body.position.lerpVectors(from, to, eased(t));
        pawn.body.scale.setScalar(scale + (1 - scale) * eased(t));
        pawn.body.quaternion.slerpQuaternions(turn, new Quaternion(), eased(t));
        if (t >= 1) this.stage.pawns.rest(pawn);
      }
    });
  }
}
