/**
 * Shows what comes from the server step by step: the next position only when the last one has been shown.
 *
 * A machine's turn comes as several states, faster than a person can follow; each is held back until the board says
 * that the one before has settled. It never shows anything that the server did not send.
 */

import type { Happening, StateMessage } from '../protocol';

export interface Step {
  state: StateMessage;
  /** What is new in it, oldest first. */
  happened: Happening[];
  /** Whether the board is to show how it came about, or just how it is. */
  animate: boolean;
}

const MOVING = new Set<Happening['kind']>(['played', 'undone', 'takeback_granted', 'started', 'swapped']);
/** More than this at once is not shown move by move: the person was away. */
export const MOST_AT_ONCE = 12;
/** How long a board may take for one happening before the next step is shown all the same. */
export const PATIENCE_MS = 2500;
/** From this many steps behind on, boards are asked to hurry. */
export const HURRY_FROM = 3;

export interface StepperWorld {
  later(what: () => void, ms: number): () => void;
  /** Nobody looks: the page is in the background. */
  hidden(): boolean;
}

export class Stepper {
  #shown: StateMessage | null = null;
  #newest = 0;
  #queue: Step[] = [];
  #busy = false;
  #stop = () => {};

  constructor(
    private readonly show: (step: Step) => void,
    private readonly world: StepperWorld,
    /** Whether the next step has to wait for the person (who must first take the device). */
    private readonly held: (step: Step, shown: StateMessage | null) => boolean = () => false,
  ) {}

  /** How many steps wait to be shown. */
  get behind(): number {
    return this.#queue.length;
  }

  add(state: StateMessage): void {
    if (state.version < this.#newest) return;
    const happened = state.happened.filter(({ version }) => version > this.#newest);
    this.#newest = state.version;
    const moved = happened.some(({ kind }) => MOVING.has(kind));
    const animate = this.#shown !== null && moved && happened.length <= MOST_AT_ONCE;
    this.#queue.push({ state, happened, animate });
    this.#next();
  }

  /** The board has shown the step that it was given. */
  settled(): void {
    if (!this.#busy) return;
    this.#stop();
    this.#busy = false;
    this.#next();
  }

  /** Show all that waits at once: the newest position, with all that happened on the way to it. */
  catchUp(): void {
    this.#stop();
    this.#busy = false;
    const last = this.#queue.at(-1);
    if (last) {
      const happened = this.#queue.flatMap((step) => step.happened);
      this.#queue = [{ state: last.state, happened, animate: false }];
    }
    this.#next();
  }

  /** Look again whether the next step may be shown. */
  release(): void {
    this.#next();
  }

  close(): void {
    this.#stop();
    this.#queue = [];
  }

  #next(): void {
    if (this.world.hidden() && (this.#queue.length > 1 || this.#busy)) {
      this.catchUp();
      return;
    }
    while (!this.#busy) {
      const step = this.#queue[0];
      if (!step || this.held(step, this.#shown)) return;
      this.#queue.shift();
      const animate = step.animate && !this.world.hidden();
      this.#shown = step.state;
      if (animate) {
        this.#busy = true;
        this.#stop = this.world.later(() => this.settled(), PATIENCE_MS * step.happened.length);
      }
      this.show({ ...step, animate });
    }
  }
}
