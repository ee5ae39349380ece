/** The camera: shows the whole board, can be turned a little, and comes back by itself. */

import { PerspectiveCamera, Vector3 } from 'three';
import { eased, type Motion } from './motion';
import type { Spot } from './layout';

const RADIANS = Math.PI / 180;
const FIELD = 26;
/** At rest it looks a little from the side: then a cube shows a second face and looks like a cube. */
const ASIDE = -14;
/** How far it may be turned. It never comes so low that the cubes hide a pawn. */
const TURN = 26;
const LOWEST = 50;
const HIGHEST = 78;

export class Eye {
  readonly camera = new PerspectiveCamera(FIELD, 1, 4, 60);
  private turn = 0;
  private height = 0;
  private rest = 62;
  private readonly aim = new Vector3();
  private distance = 16;
  private restored = 0;

  constructor(
    private readonly extremes: Spot[],
    private readonly motion: Motion,
  ) {}

  /** Fit the board into a canvas; `margins` are pixels at its edges that other things cover. */
  fit(width: number, height: number, margins: { top: number; bottom: number; side: number }): void {
    this.camera.aspect = width / height;
    // A tall canvas has room to look from further above, which shows stacks on the near path less and spaces more.
    this.rest = width < height ? 66 : 62;
    const up = Math.tan((FIELD / 2) * RADIANS);
    const usable = 1 - (margins.top + margins.bottom) / height;
    const wide = up * this.camera.aspect * (1 - (margins.side * 2) / width);
    const tall = up * usable;
    const { back, right, top } = this.axes(ASIDE, this.rest);
    const seen = this.extremes.map(({ x, y, z }) => {
      const point = new Vector3(x, y, z);
      return { depth: point.dot(back), right: point.dot(right), top: point.dot(top) };
    });
    // The aim moves up and down the picture until what is above and below it needs the same distance.
    const needed = (shift: number, side: -1 | 1) =>
      Math.max(...seen.map((point) => point.depth + ((point.top - shift) * side) / tall));
    let [low, high] = [-4, 4];
    for (let i = 0; i < 40; i++) {
      const shift = (low + high) / 2;
      if (needed(shift, 1) > needed(shift, -1)) low = shift;
      else high = shift;
    }
    this.distance = Math.max(needed(low, 1), ...seen.map((point) => point.depth + Math.abs(point.right) / wide));
    this.aim.set(0, 0, 0).addScaledVector(top, low);
    // What is covered more on one side than on the other moves the picture's middle.
    const shift = ((margins.bottom - margins.top) / 2 / height) * 2 * up * this.distance;
    this.aim.addScaledVector(top, -shift);
    this.camera.updateProjectionMatrix();
    this.place();
  }

  private axes(turn: number, height: number): { back: Vector3; right: Vector3; top: Vector3 } {
    const across = Math.cos(height * RADIANS);
    const back = new Vector3(
      Math.sin(turn * RADIANS) * across,
      Math.sin(height * RADIANS),
      Math.cos(turn * RADIANS) * across,
    );
    const right = new Vector3(Math.cos(turn * RADIANS), 0, -Math.sin(turn * RADIANS));
    return { back, right, top: new Vector3().crossVectors(back, right) };
  }

  private place(): void {
    const { back } = this.axes(ASIDE + this.turn, this.rest + this.height);
    this.camera.position.copy(this.aim).addScaledVector(back, this.distance);
    this.camera.lookAt(this.aim);
    this.camera.updateMatrixWorld();
  }

  /** Turn by a drag of so many pixels since it began. */
  drag(right: number, down: number): void {
    this.restored++;
    const limited = (pixels: number, least: number, most: number) => Math.max(least, Math.min(most, pixels * 0.16));
    this.turn = limited(-right, -TURN, TURN);
    this.height = limited(down, LOWEST - this.rest, HIGHEST - this.rest);
    this.place();
    this.motion.invalidate();
  }

  /** Come back to where the whole board is seen best. */
  release(milliseconds: number): void {
    const ticket = ++this.restored;
    const { turn, height } = this;
    if (!turn && !height) return;
    void this.motion.run(milliseconds, (t) => {
      if (ticket !== this.restored) return;
      this.turn = turn * (1 - eased(t));
      this.height = height * (1 - eased(t));
      this.place();
    });
  }
}
