import type { Description, SearchDescription } from './description';
import { Rules, type StateBytes } from './rules';
import { Search, best, randomGenerator, type Findings, type Found } from './search';

/** How long to think: so many simulations, or so many milliseconds, whichever comes first. */
export interface Budget {
  simulations?: number;
  milliseconds?: number;
}

export interface Thought extends Findings {
  /** What to play: undefined only where nothing is legal. */
  best: Found | undefined;
}

/** Where the artefacts are read from: the server's `kernels` folder, or files in a test. */
export type Read = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

const SLICE = 12; // milliseconds between two looks at the clock and at who wants to cancel
const FIRST_SLICE = 16; // simulations

/** A game's kernels, each loaded when it is first needed. It answers for the worker, and in tests without one. */
export class Kernels {
  private loadedRules: Promise<Rules> | undefined;
  private readonly searches = new Map<string, Promise<Search>>();
  private thinking: Promise<unknown> = Promise.resolve();

  constructor(
    readonly game: string,
    private readonly read: Read,
  ) {}

  rules(): Promise<Rules> {
    return (this.loadedRules ??= this.json<Description>(`${this.game}-rules.json`).then(async (description) =>
      Rules.load(await this.read(`${this.game}-rules.wasm`), description),
    ));
  }

  /** The search that judges in one way: `network`, `estimate` or `playouts`, as the game has them. */
  search(judgeBy: string): Promise<Search> {
    let found = this.searches.get(judgeBy);
    if (!found) {
      found = this.loadSearch(judgeBy);
      this.searches.set(judgeBy, found);
      found.catch(() => this.searches.delete(judgeBy)); // another try may be luckier
    }
    return found;
  }

  /** Think about a position as a seat knows it. One after the other, where several are asked for. */
  think(
    state: StateBytes,
    seat: number,
    judgeBy: string,
    budget: Budget,
    { rng = randomGenerator(), signal, progress }: ThinkOptions = {},
  ): Promise<Thought> {
    const thought = this.thinking.then(async () => {
      const search = await this.search(judgeBy);
      search.begin(state, seat, rng);
      await inSlices(search, budget, signal, progress);
      const findings = search.findings();
      return { ...findings, best: best(findings, seat) };
    });
    this.thinking = thought.catch(() => undefined);
    return thought;
  }

  private async loadSearch(judgeBy: string): Promise<Search> {
    const name = `${this.game}-search-${judgeBy}`;
    const description = await this.json<SearchDescription>(`${name}.json`);
    const search = await Search.load(await this.read(`${name}.wasm`), description);
    if (judgeBy === 'network') {
      const weights = await this.read(`${this.game}-weights.bin`);
      search.useWeights(new Uint16Array(weights.slice().buffer));
    }
    return search;
  }

  private async json<T>(name: string): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.read(name))) as T;
  }
}

export interface ThinkOptions {
  /** A generator's state: the same one gives the same thought for a budget in simulations. */
  rng?: bigint;
  /** Thinking ends early when this is aborted; what was found until then is the answer. */
  signal?: AbortSignal;
  progress?: (findings: Findings) => void;
}

async function inSlices(
  search: Search,
  budget: Budget,
  signal: AbortSignal | undefined,
  progress: ThinkOptions['progress'],
): Promise<void> {
  const begun = performance.now();
  let left = budget.simulations ?? Infinity;
  let chunk = FIRST_SLICE;
  while (left > 0 && !signal?.aborted) {
    const before = performance.now();
    const wanted = Math.min(chunk, left);
    const made = search.think(wanted);
    const now = performance.now();
    left -= made;
    progress?.(search.findings());
    const spent = now - begun;
    if (made < wanted || spent >= (budget.milliseconds ?? Infinity)) return;
    const room = Math.min(SLICE, (budget.milliseconds ?? Infinity) - spent);
    chunk = Math.max(1, Math.min(2 * chunk, Math.floor((wanted * room) / Math.max(now - before, 0.01))));
    await new Promise((resume) => setTimeout(resume)); // messages come in here
  }
}
