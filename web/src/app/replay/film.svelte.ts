/** A game as a film: its positions, loaded as they are needed, and the one that is shown. */

import { untrack } from 'svelte';
import type { Frame, Happening } from '../../protocol';
import { later } from '../later';
import { swapAt } from '../swap';
import type { Source } from './source';

const CHUNK = 40;
/** Between two positions when the film runs, besides the time that the board takes. */
export const PAUSE_MS = 700;

export class Film {
  ply = $state(0);
  total = $state(1);
  running = $state(false);
  speed = $state(1);
  frames = $state.raw<readonly (Frame | undefined)[]>([]);
  fault = $state.raw<unknown>(null);
  /** Whether the last step was one forward: then the board shows how it came about. */
  forward = $state(false);

  /** After so many actions those at the first two seats changed places. */
  swapped = $state<number | null>(null);

  readonly last = $derived(this.total - 1);
  readonly frame = $derived(this.frames[this.ply]);
  readonly happened = $derived<Happening[]>(this.forward && this.frame?.action ? this.#told(this.frame, this.ply) : []);
  /** The log of all that is loaded so far. */
  readonly log = $derived(
    this.frames.flatMap((frame, ply) => (frame?.action ? this.#told(frame, ply) : [])) as readonly Happening[],
  );

  #loading = new Map<number, Promise<void>>();
  #stop = () => {};
  #closed = false;

  constructor(readonly source: Source) {}

  /** Load what is shown first, and then the rest in the background. */
  async open(ply: number): Promise<void> {
    await this.#load(Math.max(0, ply));
    this.ply = Math.min(Math.max(0, ply), this.last);
    for (let first = 0; first < this.total && !this.#closed; first += CHUNK) await this.#load(first);
  }

  close(): void {
    this.#closed = true;
    this.pause();
  }

  go(ply: number): void {
    const to = Math.min(Math.max(0, ply), this.last);
    this.forward = to === this.ply + 1;
    this.ply = to;
    void this.#load(to);
  }

  /** The next or the last position at which another player is on turn. */
  turn(direction: 1 | -1): void {
    let to = this.ply + direction;
    const seat = (ply: number) => this.frames[ply]?.seat;
    while (to > 0 && to < this.last && seat(to) === seat(to + 1)) to += direction;
    this.go(to);
  }

  play(): void {
    if (this.ply >= this.last) this.go(0);
    this.running = true;
    this.#stop = later(() => this.#step(), PAUSE_MS / this.speed);
  }

  pause(): void {
    this.running = false;
    this.#stop();
  }

  /** The board has shown the position. Boards call this in their effects, which must not depend on it. */
  settled = (): void =>
    untrack(() => {
      if (!this.running) return;
      this.#stop();
      this.#stop = later(() => this.#step(), PAUSE_MS / this.speed);
    });

  #step(): void {
    if (this.ply >= this.last) this.pause();
    else {
      this.go(this.ply + 1);
      // The board says when it is done; should it not, the film goes on all the same.
      this.#stop = later(() => this.settled(), 5 * PAUSE_MS);
    }
  }

  /** What is told of a position: the action that led to it, and that places were swapped after it. */
  #told(frame: Frame, ply: number): Happening[] {
    return ply === this.swapped ? [happeningOf(frame, ply), swapAt(ply)] : [happeningOf(frame, ply)];
  }

  #load(ply: number): Promise<void> {
    const first = Math.floor(ply / CHUNK) * CHUNK;
    let loading = this.#loading.get(first);
    if (!loading) {
      loading = this.#fetch(first, CHUNK);
      this.#loading.set(first, loading);
    }
    return loading;
  }

  async #fetch(first: number, count: number): Promise<void> {
    try {
      while (count > 0 && !this.#closed) {
        const part = await this.source.frames(first, count);
        const frames = [...this.frames];
        part.frames.forEach((frame, index) => (frames[part.first + index] = frame));
        this.frames = frames;
        this.total = part.total;
        this.swapped = part.swapped;
        first += part.frames.length;
        count -= part.frames.length;
        if (!part.frames.length || first >= part.total) return;
      }
    } catch (fault) {
      this.fault = fault;
    }
  }
}

function happeningOf(frame: Frame, ply: number): Happening {
  const { seat, action, facts, words, at } = frame;
  return { version: ply, at: at ?? 0, kind: 'played', seat, name: null, action, ply, facts, words };
}
