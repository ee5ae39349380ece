import type { SearchDescription } from './description';
import type { SearchEntries } from './entries';
import { Kernel } from './kernel';
import type { StateBytes } from './rules';

const NO_NODE = -1;
const FIRST_OF_ALL = 2 ** 40; // more than any number of visits
const ARRAYS = ['slots', 'nodes', 'edges', 'buffers', 'states', 'net', 'legal', 'rng', 'hidden'] as const;

/** One action that was looked at. */
export interface Found {
  action: number;
  visits: number;
  /** Each seat's expected share of the win after it. */
  value: number[];
  /** Whether that is certain. */
  proven: boolean;
}

interface Edge {
  action: number;
  visits: number;
  child: number;
}

/** What a search found so far, the most visited action first. */
export interface Findings {
  actions: Found[];
  /** Each seat's expected share of the win in the position itself. */
  value: number[];
  simulations: number;
}

/** A search with the memory of its tree. It thinks only while `think` runs: in slices, as long as the caller likes. */
export class Search {
  private readonly at: Record<(typeof ARRAYS)[number], number>;
  private readonly sizes: { n_slots: number; n_nodes: number; n_edges: number };
  private simulations = 0;
  /** What the tree is about, beside the position, if another search may go on with it. */
  private about: string | null = null;

  private constructor(
    private readonly kernel: Kernel<SearchEntries, SearchDescription>,
    nodes: number,
  ) {
    // Twice as many slots as nodes or more, a power of two.
    const slots = 2 ** Math.ceil(Math.log2(2 * nodes));
    this.sizes = { n_slots: slots, n_nodes: nodes, n_edges: nodes * kernel.description.edges_per_node };
    const taken = ARRAYS.map((name) => [name, kernel.takeArray('simulate', name, this.sizes)]);
    this.at = Object.fromEntries(taken) as typeof this.at;
    for (const [name, value] of Object.entries(kernel.description.settings)) this.set(name, value);
  }

  /** With room for so many nodes: about 800 bytes each. */
  static async load(
    code: BufferSource | WebAssembly.Module,
    description: SearchDescription,
    nodes = 80_000,
  ): Promise<Search> {
    return new Search(await Kernel.load<SearchEntries, SearchDescription>(code, description), nodes);
  }

  get description(): SearchDescription {
    return this.kernel.description;
  }

  /** Judge by a network with these weights (half precision, as they are shipped). */
  useWeights(halves: Uint16Array): void {
    const [expected] = this.description.entries['simulate']!.parameters['net']!.shape as [number];
    if (halves.length !== expected) throw new Error(`the network has ${expected} weights, not ${halves.length}`);
    const net = this.kernel.floats(this.at.net, expected);
    for (let k = 0; k < expected; k++) net[k] = fromHalf(halves[k]!);
  }

  /**
   * Ask about a position as a seat knows it. What was found before is forgotten; but if it is told under which rules, the
   * search goes on from what an earlier one of that seat, under these rules, has found of the position.
   */
  begin(state: StateBytes, seat: number, rng: bigint, rules: string | null = null): void {
    this.kernel.bytes(this.at.states, this.kernel.struct('state').size).set(state);
    const bytes = this.kernel.bytes(this.at.rng, 8);
    new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(0, rng, true);
    this.set('seat', seat);
    const about = rules === null ? null : `${seat} ${rules}`;
    const alike = about !== null && about === this.about;
    this.about = about;
    this.simulations = alike ? this.kernel.entries.resume(...this.memory) : 0;
    if (!alike) this.set('root', NO_NODE);
  }

  /** So many more simulations; returns how many were made, which is fewer once the result is certain. */
  think(simulations: number): number {
    const made = this.kernel.entries.simulate(...this.memory, simulations);
    this.simulations += made;
    return made;
  }

  /** What every entry is given: how large the tree may be, and where everything is. */
  private get memory(): Parameters<SearchEntries['resume']> {
    const { n_slots, n_nodes, n_edges } = this.sizes;
    const { slots, nodes, edges, buffers, states, net, legal, rng, hidden } = this.at;
    return [n_slots, n_nodes, n_edges, slots, nodes, edges, buffers, states, net, legal, rng, hidden];
  }

  /** What was found so far, and by how many simulations, those that it went on from included. */
  findings(): Findings {
    const root = this.number('buffers', this.at.buffers, 'root');
    if (root === NO_NODE) return { actions: [], value: [], simulations: 0 };
    const node = this.node(root);
    const first = this.number('node', node, 'first');
    const count = this.number('node', node, 'count');
    const actions = Array.from({ length: count }, (_, k) => this.found(first + k));
    actions.sort((a, b) => b.visits - a.visits || a.action - b.action);
    return { actions, value: this.nodeValue(node), simulations: this.simulations };
  }

  /** The play that is expected after one of the actions, that one first, as far as it was looked at. */
  line(action: number, longest = 64): number[] {
    const root = this.number('buffers', this.at.buffers, 'root');
    let edge = root === NO_NODE ? null : this.edgeOf(this.node(root), action);
    const line = [action];
    while (edge && edge.visits && edge.child >= 0 && line.length < longest) {
      edge = this.expected(this.node(edge.child));
      if (edge?.visits) line.push(edge.action);
    }
    return line;
  }

  /** Whether the tree has no room left: then thinking on looks no further. */
  get full(): boolean {
    const count = (name: string) => this.number('buffers', this.at.buffers, name);
    if (count('root') === NO_NODE) return false; // it is cleared by the next thought
    const room = this.sizes.n_edges - count('n_edges');
    return count('n_nodes') === this.sizes.n_nodes || room < this.description.sizes.max_legal;
  }

  private edgeOf(node: number, action: number): Edge | null {
    const first = this.number('node', node, 'first');
    for (let k = 0; k < this.number('node', node, 'count'); k++) {
      const at = this.at.edges + (first + k) * this.kernel.struct('edge').size;
      const read = (name: string) => this.number('edge', at, name);
      if (read('action') === action) return { action, visits: read('visits'), child: read('child') };
    }
    return null;
  }

  /** The edge that the player of a node takes: a proven win, otherwise the most visited that is not proven to lose. */
  private expected(node: number): Edge | null {
    const first = this.number('node', node, 'first');
    const mover = this.number('node', node, 'mover');
    let best: Edge | null = null;
    let rank = -Infinity;
    for (let k = 0; k < this.number('node', node, 'count'); k++) {
      const at = this.at.edges + (first + k) * this.kernel.struct('edge').size;
      const { action, visits, value, proven } = this.found(first + k);
      const certain = !proven ? 0 : value[mover] === 1 ? FIRST_OF_ALL : value[mover] === 0 ? -FIRST_OF_ALL : 0;
      if (visits + certain > rank) {
        rank = visits + certain;
        best = { action, visits, child: this.number('edge', at, 'child') };
      }
    }
    return best;
  }

  private found(edge: number): Found {
    const at = this.at.edges + edge * this.kernel.struct('edge').size;
    const visits = this.number('edge', at, 'visits');
    const child = this.number('edge', at, 'child');
    const node = child >= 0 && !this.description.hidden ? this.node(child) : null;
    const proven = node !== null && this.number('node', node, 'proven') !== 0;
    const seen = node !== null && (proven || this.number('node', node, 'visits') > 0);
    const value = seen ? this.nodeValue(node) : this.values('edge', at, Math.max(1, visits));
    return { action: this.number('edge', at, 'action'), visits, value, proven };
  }

  private nodeValue(node: number): number[] {
    const certain = this.number('node', node, 'proven') !== 0;
    return this.values('node', node, certain ? 1 : Math.max(1, this.number('node', node, 'visits')));
  }

  private values(struct: string, at: number, visits: number): number[] {
    const { seats } = this.description.sizes;
    return Array.from({ length: seats }, (_, seat) => Number(this.kernel.read(struct, at, 'value', seat)) / visits);
  }

  private node(number: number): number {
    return this.at.nodes + number * this.kernel.struct('node').size;
  }

  private number(struct: string, at: number, field: string): number {
    return Number(this.kernel.read(struct, at, field));
  }

  private set(field: string, value: number): void {
    this.kernel.write('buffers', this.at.buffers, field, value);
  }
}

/** What a seat should play: a proven win if there is one, otherwise the most visited action not proven to lose. */
export function best({ actions }: Findings, seat: number): Found | undefined {
  const wins = actions.filter((found) => found.proven && found.value[seat] === 1);
  const open = actions.filter((found) => !(found.proven && found.value[seat] === 0));
  return wins[0] ?? open[0] ?? actions[0];
}

/** A generator's state, drawn from the system's randomness; the kernels' generator needs its halves in range. */
export function randomGenerator(): bigint {
  const [low, high] = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt((high! % 4294883354) + 1) << 32n) | BigInt(low!);
}

/** A number of IEEE half precision. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}
