/** What happened, performed: facts as movements of cubes and pawns. */

import { Quaternion, Vector3 } from 'three';
import type { Fact } from '../../../../protocol';
import { SLOTS, tilted, turned, type Direction, type Slot } from '../../model/geometry';
import { moved, movementIn, type Movement, type Standing, type View } from '../../model/view';
import { poseRotation } from './cubes';
import { UNIT } from './layout';
import { eased } from './motion';
import type { PawnObject } from './pawns';
import type { Stage } from './stage';

export const TILT_MS = 400;
export const TURN_MS = 300;
export const STEP_MS = 340;
export const GLIDE_MS = 260;

const UP = new Vector3(0, 1, 0);
/** So high are cubes lifted that they clear their neighbours while they roll. */
const LIFT = 0.62;

/** The axis of a tilt, such that a positive angle rolls toward the direction. */
export function axisOf(toward: Direction): Vector3 {
  const { x, z } = UNIT[toward];
  return new Vector3(z, 0, -x);
}

/** How far a cube that was pointed at already leans; always the way that it will go. */
function angleFrom(rest: Quaternion, now: Quaternion): number {
  return Math.min(0.5, rest.angleTo(now));
}

/** Performs facts one after another. `pace` scales all times; 0 shows only the ends. */
export class Actor {
  constructor(
    private readonly stage: Stage,
    private board: Standing,
  ) {}

  async perform(fact: Fact, pace: number): Promise<void> {
    const movement = movementIn(fact);
    if (movement) await this.step(movement, pace);
    else if (fact.key === 'tilt') await this.tilt(fact, pace);
    else if (fact.key === 'turn') await this.turn(fact, pace);
  }

  private async tilt(fact: Fact, pace: number): Promise<void> {
    const { slots, toward } = fact.values as { slots: Slot[]; toward: Direction };
    const axis = axisOf(toward);
    const { cubes, motion } = this.stage;
    await Promise.all(
      slots.map((slot) => {
        const cube = cubes.bySlot[slot];
        const from = poseRotation(cube.pose);
        const ground = this.stage.layout.cube(slot).y;
        const after = tilted(cube.pose, toward);
        const begun = angleFrom(from, cube.group.quaternion);
        return motion
          .run(TILT_MS * pace, (t) => {
            const roll = new Quaternion().setFromAxisAngle(axis, begun + (Math.PI / 2 - begun) * eased(t));
            cube.group.quaternion.copy(roll.multiply(from));
            cube.group.position.y = ground + Math.max(LIFT * Math.sin(Math.PI * t) ** 0.8, begun * 0.28 * (1 - t));
          })
          .then(() => cubes.settle(slot, after));
      }),
    );
  }

  private async turn(fact: Fact, pace: number): Promise<void> {
    const { slot, way } = fact.values as { slot: Slot; way: string };
    const { cubes, motion } = this.stage;
    const cube = cubes.bySlot[slot];
    const from = poseRotation(cube.pose);
    const sign = way === 'clockwise' ? '+' : '-';
    const after = turned(cube.pose, sign);
    const ground = this.stage.layout.cube(slot).y;
    const begun = angleFrom(from, cube.group.quaternion);
    await motion.run(TURN_MS * pace, (t) => {
      const angle = (sign === '+' ? -1 : 1) * (begun + (Math.PI / 2 - begun) * eased(t));
      cube.group.quaternion.copy(new Quaternion().setFromAxisAngle(UP, angle).multiply(from));
      cube.group.position.y = ground + 0.3 * Math.sin(Math.PI * t);
    });
    cubes.settle(slot, after);
  }

  private async step(movement: Movement, pace: number): Promise<void> {
    const { pawns } = this.stage;
    this.board = moved(this.board, movement);
    const going = pawns.carry(movement, this.board);
    await this.travel(going, movement.home ? 1.5 * STEP_MS * pace : STEP_MS * pace, movement.home ? 1.1 : 0.42);
    // Those who stay may nest closer or wider than before.
    pawns.settle();
  }

  /** Pawns go to their places in a bow; all others glide to where they now belong. */
  private async travel(going: PawnObject[], milliseconds: number, bow: number): Promise<void> {
    const { pawns, motion } = this.stage;
    const ways = pawns.all.map((pawn) => ({
      pawn,
      from: pawn.body.position.clone(),
      to: pawns.spot(pawn.place, pawn.colour),
      bow: going.includes(pawn) ? bow : 0,
    }));
    for (const pawn of going) pawn.shadow.visible = false;
    await motion.run(milliseconds, (t) => {
      for (const { pawn, from, to, bow: up } of ways) {
        pawn.body.position.lerpVectors(from, to, eased(t));
        pawn.body.position.y += up * 4 * t * (1 - t);
      }
    });
  }

  /** Whatever is still different from a view glides there: what was taken back, or came without facts. */
  async settle(view: View, pace: number): Promise<void> {
    const { cubes, pawns, motion } = this.stage;
    this.board = view;
    pawns.assign(view);
    const turning = SLOTS.filter((slot) => cubes.bySlot[slot].pose !== view.cubes[slot]);
    const away = pawns.all.filter(
      (pawn) => pawn.body.position.distanceToSquared(pawns.spot(pawn.place, pawn.colour)) > 1e-6,
    );
    if (turning.length || away.length) {
      const rotations = turning.map((slot) => ({
        cube: cubes.bySlot[slot],
        from: cubes.bySlot[slot].group.quaternion.clone(),
        to: poseRotation(view.cubes[slot]),
      }));
      await Promise.all([
        this.travel(away, GLIDE_MS * pace, 0.3),
        motion.run(GLIDE_MS * pace, (t) => {
          for (const { cube, from, to } of rotations) cube.group.quaternion.slerpQuaternions(from, to, eased(t));
        }),
      ]);
    }
    for (const slot of SLOTS) cubes.settle(slot, view.cubes[slot]);
    pawns.settle();
    motion.invalidate();
  }
}
