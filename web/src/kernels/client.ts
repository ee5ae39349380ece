import type { StateBytes } from './rules';
import type { Findings } from './search';
import type { Budget, Thought } from './service';

/** What the worker is asked. */
export type Ask = { id: number } & (
  | { do: 'cancel' }
  | ({ game: string; base: string } & (
      | { do: 'first'; players: number; rng?: bigint }
      | { do: 'legal'; state: StateBytes }
      | { do: 'step'; state: StateBytes; action: number }
      | { do: 'playout'; state: StateBytes; rng: bigint; limit?: number }
      | { do: 'field'; state: StateBytes; name: string }
      | ThinkAsk
    ))
);

interface ThinkAsk {
  do: 'think';
  state: StateBytes;
  seat: number;
  judgeBy: string;
  budget: Budget;
  rng?: bigint;
  progress: boolean;
}

/** What it replies: a result or an error, and before that perhaps how far it got. */
export interface Reply {
  id: number;
  result?: unknown;
  error?: string;
  progress?: unknown;
}

/** As much of a `Worker` as is needed, so that a test can stand in for one. */
export interface Port {
  postMessage(message: Ask): void;
  addEventListener(type: 'message', heard: (event: MessageEvent<Reply>) => void): void;
  addEventListener(type: 'error', failed: (event: ErrorEvent) => void): void;
}

interface Waiting {
  resolve: (result: never) => void;
  reject: (fault: Error) => void;
  progress?: (findings: Findings) => void;
}

/** A worker, which one game or several can share. */
export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

type Question<T = Ask> = T extends { do: 'cancel' } ? never : T extends Ask ? Omit<T, 'id' | 'game' | 'base'> : never;

/** A game in the browser: its rules and its machine players, in a worker. */
export class LocalGame {
  private static next = 1;
  private readonly waiting = new Map<number, Waiting>();

  /** `base`: where the artefacts lie, as `new URL('kernels/', document.baseURI).href`. */
  constructor(
    readonly game: string,
    private readonly worker: Port,
    private readonly base: string,
  ) {
    worker.addEventListener('message', ({ data }) => this.heard(data));
    worker.addEventListener('error', ({ message }) => this.broke(message));
  }

  first(players: number, rng?: bigint): Promise<StateBytes> {
    return this.ask({ do: 'first', players, rng });
  }

  legal(state: StateBytes): Promise<Int32Array> {
    return this.ask({ do: 'legal', state });
  }

  /** The state after an action; null if it is not legal. */
  step(state: StateBytes, action: number): Promise<StateBytes | null> {
    return this.ask({ do: 'step', state, action });
  }

  playout(state: StateBytes, rng: bigint, limit?: number): Promise<{ state: StateBytes; played: number; rng: bigint }> {
    return this.ask({ do: 'playout', state, rng, limit });
  }

  field(state: StateBytes, name: string): Promise<number | bigint | (number | bigint)[]> {
    return this.ask({ do: 'field', state, name });
  }

  /** Think about a position as a seat knows it, until the budget is spent or the signal says stop. */
  think(
    state: StateBytes,
    seat: number,
    judgeBy: string,
    budget: Budget,
    options: { rng?: bigint; signal?: AbortSignal; progress?: (findings: Findings) => void } = {},
  ): Promise<Thought> {
    const { rng, signal, progress } = options;
    return this.ask({ do: 'think', state, seat, judgeBy, budget, rng, progress: !!progress }, signal, progress);
  }

  private ask<T>(question: Question, signal?: AbortSignal, progress?: Waiting['progress']): Promise<T> {
    const id = LocalGame.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage({ ...question, id, game: this.game, base: this.base } as Ask);
      const cancel = () => this.worker.postMessage({ id, do: 'cancel' });
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  private heard({ id, result, error, progress }: Reply): void {
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (progress !== undefined) {
      asked.progress?.(progress as Findings);
      return;
    }
    this.waiting.delete(id);
    if (error === undefined) asked.resolve(result as never);
    else asked.reject(new Error(error));
  }

  /** The worker did not start, or broke down: whoever waits is told, for there will be no reply. */
  private broke(message: string | undefined): void {
    const fault = new Error(`the worker of ${this.game} failed: ${message || 'it could not be loaded'}`);
    for (const { reject } of this.waiting.values()) reject(fault);
    this.waiting.clear();
  }
}
