import type { Description, SearchDescription } from './description';
import { Rules, type StateBytes } from './rules';
import { Search, best, randomGenerator, type Findings, type Found } from './search';

/** How long to think: so many simulations, or so many milliseconds, whichever comes first. */
export interface Budget {
  simulations?: number;
  milliseconds?: number;
}

export interface Thought extends Findings {
  /** What to play: undefined only where nothing is legal, or thinking was stopped before it began. */
  best: Found | undefined;
}

/** Where the artefacts are read from: the server's `kernels` folder, or files in a test. */
export type Read = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

const SLICE = 12; // milliseconds between two looks at the clock and at who wants to cancel
const FIRST_SLICE = 16; // simulations

/** A game's kernels, each loaded when it is first needed. It answers for the worker, and in tests without one. */
export class Kernels {
  private readonly loaded = new Map<string, Promise<Rules | Search>>();
  private thinking: Promise<unknown> = Promise.resolve();

  constructor(
    readonly game: string,
    private readonly read: Read,
  ) {}

  rules(): Promise<Rules> {
    const name = `${this.game}-rules`;
    return this.once(name, async () => this.made(name, Rules.load, await this.json<Description>(`${name}.json`)));
  }

  /** The search that judges in one way: `network`, `estimate` or `playouts`, as the game has them. */
  search(judgeBy: string): Promise<Search> {
    return this.once(`${this.game}-search-${judgeBy}`, (name) => this.loadSearch(name, judgeBy));
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

  /** What was loaded once is kept; after a failure another try may be luckier. */
  private once<T extends Rules | Search>(name: string, load: (name: string) => Promise<T>): Promise<T> {
    let found = this.loaded.get(name) as Promise<T> | undefined;
    if (!found) {
      found = load(name);
      this.loaded.set(name, found);
      found.catch(() => this.loaded.delete(name));
    }
    return found;
  }

  private async loadSearch(name: string, judgeBy: string): Promise<Search> {
    const search = await this.made(name, Search.load, await this.json<SearchDescription>(`${name}.json`));
    if (judgeBy === 'network') {
      const weights = `${this.game}-weights.bin`;
      const bytes = await this.bytes(weights);
      await told(weights, () => search.useWeights(new Uint16Array(bytes.slice().buffer)));
    }
    return search;
  }

  /** A kernel from its code and its description. */
  private async made<D, T>(
    name: string,
    load: (code: Uint8Array<ArrayBuffer>, description: D) => Promise<T>,
    description: D,
  ): Promise<T> {
    const code = await this.bytes(`${name}.wasm`);
    return told(`${name}.wasm`, () => load(code, description));
  }

  private async json<T>(name: string): Promise<T> {
    const bytes = await this.bytes(name);
    return told(name, () => JSON.parse(new TextDecoder().decode(bytes)) as T);
  }

  private bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return told(name, () => this.read(name));
  }
}

/** Do something with an artefact; whatever fails is told together with its name. */
async function told<T>(name: string, use: () => T | Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    throw new Error(`${name} could not be loaded: ${why}`, { cause: fault });
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
  const pause = new Pause();
  const begun = performance.now();
  let left = budget.simulations ?? Infinity;
  let chunk = FIRST_SLICE;
  try {
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
      await pause.taken();
    }
  } finally {
    pause.over();
  }
}

/** Lets messages in. By a message of its own: browsers make a timer wait 4 ms, a quarter of all thinking. */
class Pause {
  private readonly channel = new MessageChannel();

  taken(): Promise<void> {
    return new Promise((resume) => {
      this.channel.port1.onmessage = () => resume();
      this.channel.port2.postMessage(null);
    });
  }

  over(): void {
    this.channel.port1.close();
  }
}
