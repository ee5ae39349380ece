/** Frames on demand: nothing is drawn while nothing changes. Movements are functions of a time that runs from 0 to 1. */

export function eased(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}

interface Movement {
  begin: number | null;
  milliseconds: number;
  draw: (t: number) => void;
  done: () => void;
}

export class Motion {
  private readonly movements = new Set<Movement>();
  private asked: number | null = null;
  private ended = false;

  constructor(private readonly render: () => void) {}

  get moving(): boolean {
    return this.movements.size > 0;
  }

  /** Ask for one frame. */
  invalidate(): void {
    if (this.asked === null && !this.ended) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  /** Draw a movement over so many milliseconds; with none it is drawn once, at its end. */
  run(milliseconds: number, draw: (t: number) => void): Promise<void> {
    return new Promise((done) => {
      if (milliseconds <= 0 || this.ended) {
        draw(1);
        this.invalidate();
        done();
        return;
      }
      this.movements.add({ begin: null, milliseconds, draw, done });
      this.invalidate();
    });
  }

  /** Bring everything that moves to its end. */
  finish(): void {
    for (const movement of [...this.movements]) this.complete(movement);
    this.invalidate();
  }

  stop(): void {
    this.finish();
    this.ended = true;
    if (this.asked !== null) cancelAnimationFrame(this.asked);
  }

  private complete(movement: Movement): void {
    this.movements.delete(movement);
    movement.draw(1);
    movement.done();
  }

  private frame(now: number): void {
    this.asked = null;
    for (const movement of [...this.movements]) {
      movement.begin ??= now;
      const t = (now - movement.begin) / movement.milliseconds;
      if (t >= 1) this.complete(movement);
      else movement.draw(t);
    }
    this.render();
    if (this.moving) this.invalidate();
  }
}
