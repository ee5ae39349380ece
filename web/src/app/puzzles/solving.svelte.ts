/** Solving a puzzle: what is on the board, what was tried, what came of it. Who judges is asked elsewhere. */

import { untrack } from 'svelte';
import type { Frame, Happening, PositionView, PuzzleRefutation, PuzzleSolution, PuzzleView } from '../../protocol';
import type { Reason } from '../../games/game';
import { api } from '../api';
import { later } from '../later';
import { problemOf, problemText } from '../problems';
import type { Finished } from './record.svelte';

/** `solving`: it is the person's turn, or a reply is shown. `solved`, or `shown`: the solution was asked for. */
export type Stage = 'solving' | 'wrong' | 'solved' | 'shown';

export interface Shown {
  position: PositionView;
  happened: Happening[];
}

export interface SolvingWorld {
  api: Pick<typeof api, 'tryPuzzle' | 'solution' | 'try'>;
  later: typeof later;
  /** A try is over. */
  finished: (what: Finished) => Promise<void>;
}

/** Between what the board has shown and the next move of a line. */
export const PAUSE_MS = 650;
/** Should a board never say that it has shown something. */
const PATIENCE_MS = 4000;

export class Solving {
  stage = $state<Stage>('solving');
  shown = $state.raw<Shown>(null!);
  pending = $state<string | null>(null);
  fault = $state.raw<unknown>(null);
  /** What the person has played that is right so far. */
  actions = $state.raw<readonly string[]>([]);
  /** Who has just replied; null: nobody. */
  replied = $state<number | null>(null);
  refutation = $state.raw<PuzzleRefutation | null>(null);
  solution = $state.raw<PuzzleSolution | null>(null);
  /** Which position of the solution is shown. */
  at = $state<number | null>(null);
  #waiting = $state.raw<readonly Shown[]>([]);
  /** Where the last action was played. */
  #before: Shown;
  #count = 0;
  #stop = () => {};
  #closed = false;

  constructor(
    readonly puzzle: PuzzleView,
    /** The day whose puzzle it is; null if it is none's. */
    readonly day: string | null,
    private readonly world: SolvingWorld,
  ) {
    this.shown = this.#before = { position: { ...puzzle.shown.position, ply: 0 }, happened: [] };
  }

  /** Moves are still to be shown. */
  get running(): boolean {
    return this.#waiting.length > 0;
  }
  /** It is the person's turn. */
  get interactive(): boolean {
    return this.stage === 'solving' && this.pending === null && !this.running;
  }
  /** Nothing is to be solved any more. */
  get over(): boolean {
    return this.stage === 'solved' || this.stage === 'shown';
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  play = async (action: string): Promise<void> => {
    if (!this.interactive) return;
    const { game, id, rating } = this.puzzle;
    const tried = [...this.actions, action];
    const before = this.shown;
    this.pending = action;
    this.replied = null;
    this.fault = null;
    try {
      const answer = await this.world.api.tryPuzzle(game, id, tried);
      if (this.#closed) return;
      this.#before = before;
      this.actions = tried;
      const steps = answer.played.map((frame) => this.#step(frame));
      steps.at(-1)!.position = { ...answer.shown.position, ply: this.#count };
      if (answer.standing === 'wrong') {
        this.refutation = answer.refutation;
        steps.push(...(answer.refutation?.frames ?? []).map((frame) => this.#step(frame)));
      }
      this.replied = answer.played.length > 1 ? answer.played.at(-1)!.seat : null;
      if (answer.standing !== 'open') this.stage = answer.standing;
      this.pending = null;
      this.#show(steps);
      if (answer.standing === 'open') return;
      const finished = { id, rating, solved: answer.standing === 'solved', actions: tried, daily: this.day };
      await this.world.finished(finished);
      if (answer.standing === 'solved') await this.#explain();
    } catch (thrown) {
      this.fault = thrown;
    } finally {
      this.pending = null;
    }
  };

  /** After a mistake: back to where all was still right. */
  again(): void {
    if (this.stage !== 'wrong') return;
    this.#stop();
    this.#waiting = [];
    this.stage = 'solving';
    this.refutation = null;
    this.actions = this.actions.slice(0, -1);
    this.#count += 1;
    this.shown = { position: { ...this.#before.position, ply: this.#count }, happened: [] };
  }

  /** Show how it is solved, from the beginning. */
  async reveal(): Promise<void> {
    if (this.pending !== null) return;
    const { id, rating } = this.puzzle;
    this.fault = null;
    if (!(await this.#explain()) || this.#closed) return;
    if (!this.over) {
      this.stage = 'shown';
      this.refutation = null;
      this.world.finished({ id, rating, solved: false, hinted: true, daily: this.day }).catch(() => undefined);
    }
    this.#stop();
    this.#waiting = [];
    this.go(0);
    const rest = this.solution!.frames.slice(1);
    this.#count = 0;
    this.#waiting = rest.map((frame) => this.#step(frame));
    this.settled();
  }

  /** One position of the solution. */
  go(to: number): void {
    const frames = this.solution?.frames;
    if (!frames) return;
    this.#stop();
    this.#waiting = [];
    const next = Math.min(Math.max(0, to), frames.length - 1);
    const forward = this.at !== null && next === this.at + 1;
    this.at = next;
    this.#count = next;
    const position = { ...frames[next]!.position, ply: next };
    this.shown = { position, happened: forward ? [happeningOf(frames[next]!, next)] : [] };
  }

  /** The board has shown what it was given. Boards call this in their effects, which must not depend on it. */
  settled = (): void =>
    untrack(() => {
      if (!this.#waiting.length) return;
      this.#stop();
      this.#stop = this.world.later(() => this.#next(), PAUSE_MS);
    });

  why = async (action: string): Promise<Reason> => {
    const { game, seat } = this.puzzle;
    try {
      const position = this.shown.position.view;
      await this.world.api.try({ position, actions: [action], seat, sampled: true });
      return { rule: null, key: '', values: {}, words: '' };
    } catch (thrown) {
      const problem = problemOf(thrown);
      const words = problemText(problem, game);
      return { rule: problem.rule ?? null, key: problem.key, values: problem.values ?? {}, words };
    }
  };

  async #explain(): Promise<boolean> {
    const { game, id } = this.puzzle;
    try {
      this.solution ??= await this.world.api.solution(game, id);
      return true;
    } catch (thrown) {
      this.fault = thrown;
      return false;
    }
  }

  #step(frame: Frame): Shown {
    this.#count += 1;
    return {
      position: { ...frame.position, ply: this.#count },
      happened: [happeningOf(frame, this.#count)],
    };
  }

  #show(steps: readonly Shown[]): void {
    this.#stop();
    this.#waiting = steps;
    this.#next();
  }

  #next(): void {
    const [next, ...rest] = this.#waiting;
    if (!next || this.#closed) return;
    this.#waiting = rest;
    this.shown = next;
    if (this.over && this.at !== null) this.at = next.position.ply;
    if (rest.length) this.#stop = this.world.later(() => this.settled(), PATIENCE_MS);
  }
}

export function happeningOf(frame: Frame, ply: number): Happening {
  const { seat, action, facts, words } = frame;
  return { version: ply, at: 0, kind: 'played', seat, name: null, action, ply, facts, words };
}
