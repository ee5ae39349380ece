import type { Description } from './description';
import type { RulesEntries } from './entries';
import { Kernel, readField } from './kernel';

/** A game's state: the bytes of its struct, as Python's `state.array` has them. */
export type StateBytes = Uint8Array<ArrayBuffer>;

/** What `step` says. */
export const OK = 0;
export const NOT_LEGAL = 1;
export const GAME_OVER = 2;

/** The rules of a game, compiled. States go in and come out as bytes; none is changed in place. */
export class Rules {
  private readonly at: Record<'states' | 'first' | 'legal' | 'mask' | 'observation' | 'rngs' | 'where', number>;

  private readonly places = new Map<string, number>();

  private constructor(private readonly kernel: Kernel<RulesEntries>) {
    const one = { n: 1 };
    this.at = {
      states: kernel.takeArray('play', 'states', one),
      first: kernel.takeArray('begin_slice', 'first'),
      legal: kernel.takeArray('legal', 'out'),
      mask: kernel.takeArray('legal_mask', 'mask'),
      observation: kernel.takeArray('observation', 'out'),
      rngs: kernel.takeArray('begin_slice', 'rngs', one),
      where: kernel.takeArray('begin_slice', 'where', one),
    };
  }

  static async load(code: BufferSource | WebAssembly.Module, description: Description): Promise<Rules> {
    return new Rules(await Kernel.load<RulesEntries, Description>(code, description));
  }

  get description(): Description {
    return this.kernel.description;
  }

  /** A first position by the usual rules; with a generator, all that chance decides is drawn from it. */
  first(players: number, rng?: bigint): StateBytes {
    const text = this.description.first[players];
    if (text === undefined) throw new Error(`${this.description.game} is not played by ${players}`);
    const state = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    if (rng === undefined || !this.description.chance) return state;
    this.kernel.bytes(this.at.first, state.length).set(state);
    this.kernel.bytes(this.at.where, 1)[0] = 1;
    this.setRng(rng);
    this.kernel.entries.begin_slice(1, this.at.states, this.at.first, this.at.where, this.at.rngs, 0, 1);
    return this.out();
  }

  /** The legal actions, in ascending order. */
  legal(state: StateBytes): Int32Array {
    this.put(state);
    const count = this.kernel.entries.legal(1, this.at.states, 0, this.at.legal);
    return this.kernel.ints(this.at.legal, count).slice();
  }

  /** 1 for each legal action, 0 for every other. */
  mask(state: StateBytes): Uint8Array {
    this.put(state);
    this.kernel.entries.legal_mask(1, this.at.states, 0, this.at.mask, this.at.legal);
    return this.kernel.bytes(this.at.mask, this.description.sizes.actions).slice();
  }

  /** The state after an action; null if it is not legal or the game is over. */
  step(state: StateBytes, action: number): StateBytes | null {
    this.put(state);
    return this.kernel.entries.step(1, this.at.states, 0, action, this.at.legal) === OK ? this.out() : null;
  }

  /** Play on at random, to the end or `limit` actions far; the generator is where it stands after that. */
  playout(state: StateBytes, rng: bigint, limit = 1_000_000): { state: StateBytes; played: number; rng: bigint } {
    this.put(state);
    this.setRng(rng);
    const played = this.kernel.entries.playout(1, this.at.states, 0, this.at.rngs, this.at.legal, limit);
    const bytes = this.kernel.bytes(this.at.rngs, 8);
    const after = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
    return { state: this.out(), played, rng: after };
  }

  /** What a seat sees, as numbers for a learner. */
  observation(state: StateBytes, seat: number): Float32Array {
    this.put(state);
    this.kernel.entries.observation(1, this.at.states, 0, seat, this.at.observation);
    return this.kernel.floats(this.at.observation, this.description.sizes.observation).slice();
  }

  /** A field of a state: a number, or a list where it has several. */
  field(state: StateBytes, name: string): number | bigint | (number | bigint)[] {
    const struct = this.kernel.struct('state');
    const items = readField(struct, state, name);
    return struct.fields[name]!.shape.length ? items : items[0]!;
  }

  /** Call any entry, for who knows it by its description: numbers as they are, arrays as their bytes. */
  run(entry: string, args: readonly (number | Uint8Array)[]): { result: number; arrays: Uint8Array[] } {
    const { parameters } = this.description.entries[entry] ?? { parameters: {} };
    const names = Object.keys(parameters);
    if (!names.length || names.length !== args.length)
      throw new Error(`no entry ${entry} takes ${args.length} arguments`);
    const sizes = Object.fromEntries(names.map((name, n) => [name, Number(args[n])]));
    const places = args.map((given, n) => (typeof given === 'number' ? given : this.place(entry, names[n]!, sizes)));
    args.forEach((given, n) => typeof given !== 'number' && this.kernel.bytes(places[n]!, given.length).set(given));
    const call = (this.kernel.entries as unknown as Record<string, (...given: number[]) => number>)[entry]!;
    const result = call(...places) ?? 0; // some return nothing
    const arrays = args.flatMap((given, n) =>
      typeof given === 'number' ? [] : [this.kernel.bytes(places[n]!, given.length).slice()],
    );
    return { result, arrays };
  }

  /** Memory for an entry's array, taken once. */
  private place(entry: string, name: string, sizes: Record<string, number>): number {
    const key = `${entry}.${name}`;
    let at = this.places.get(key);
    if (at === undefined)
      this.places.set(key, (at = this.kernel.takeArray(entry as keyof RulesEntries & string, name, sizes)));
    return at;
  }

  private put(state: StateBytes): void {
    const { size } = this.kernel.struct('state');
    if (state.length !== size) {
      throw new Error(`a state of ${this.description.game} has ${size} bytes, not ${state.length}`);
    }
    this.kernel.bytes(this.at.states, size).set(state);
  }

  private out(): StateBytes {
    return this.kernel.bytes(this.at.states, this.kernel.struct('state').size).slice();
  }

  private setRng(rng: bigint): void {
    const bytes = this.kernel.bytes(this.at.rngs, 8);
    new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(0, rng, true);
  }
}
