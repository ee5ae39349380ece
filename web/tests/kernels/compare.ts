/** Compares a game's compiled kernels with what Python found (`tests/targets/expected.py`), wherever they run. */

import type { Rules, StateBytes } from '../../src/kernels/rules';
import type { Found } from '../../src/kernels/search';
import type { Budget, Thought } from '../../src/kernels/service';

/** What is compared: a page's `LocalGame`, or the same kernels without a worker. */
export interface Played {
  legal(state: StateBytes): Promise<Int32Array>;
  step(state: StateBytes, action: number): Promise<StateBytes | null>;
  playout(state: StateBytes, rng: bigint): Promise<{ state: StateBytes; played: number; rng: bigint }>;
  think(
    state: StateBytes,
    seat: number,
    judgeBy: string,
    budget: Budget,
    options: { rng: bigint },
  ): Promise<Pick<Thought, 'actions'>>;
}

/** How much was compared. */
export type Compared = Record<'positions' | 'playouts' | 'searches' | 'observations', number>;

/** The first line of the file that Python writes. */
interface Expected {
  state_size: number;
  actions: number;
  playouts: { state: string; rng: string; after: string; played: number; end: string }[];
  searches: { judge_by: string; state: string; seat: number; rng: string; simulations: number; found: Found[] }[];
  observations: { state: string; seat: number; bytes: string }[];
}

/** A state, its legal actions, and the one that was played: after it comes the state of the next position. */
interface Position {
  state: StateBytes;
  legal: Int32Array;
  action: number;
}

const AT_ONCE = 1000; // positions: a worker need not wait for the next question
const REFUSED = 8; // in every so-manieth position an action is tried that is not legal
const NONE = -1;

/**
 * Fails with what differs first. With `rules`, masks and observations are compared too, which a page cannot ask for.
 */
export async function compare(file: BlobPart, game: Played, rules?: Rules): Promise<Compared> {
  const unpacked = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const line = bytes.indexOf(10);
  const expected = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line))) as Expected;
  const done: Compared = { positions: 0, playouts: 0, searches: 0, observations: 0 };
  for (const some of chunks(positions(bytes.subarray(line + 1), expected.state_size), AT_ONCE)) {
    await Promise.all(
      some.map((position, k) =>
        comparePosition(done.positions + k, position, some[k + 1]?.state, expected.actions, game, rules),
      ),
    );
    done.positions += some.length - (some.at(-1)!.action === NONE ? 0 : 1);
  }
  for (const one of expected.playouts) await comparePlayout(done.playouts++, one, game);
  for (const one of expected.searches) await compareSearch(done.searches++, one, game);
  if (rules) for (const one of expected.observations) compareObservation(done.observations++, one, rules);
  return done;
}

function* positions(bytes: Uint8Array<ArrayBuffer>, size: number): Generator<Position> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 0;
  const int = (): number => view.getInt32((at += 4) - 4, true);
  while (at < bytes.length) {
    const state = bytes.slice(at, (at += size));
    yield { state, legal: Int32Array.from({ length: int() }, int), action: int() };
  }
}

/** Some at a time. The last of them comes again as the first, unless no action was played there. */
function* chunks(all: Iterable<Position>, number: number): Generator<Position[]> {
  let some: Position[] = [];
  for (const one of all) {
    some.push(one);
    if (some.length < number) continue;
    yield some;
    some = one.action === NONE ? [] : [one];
  }
  if (some.length) yield some;
}

async function comparePosition(
  number: number,
  { state, legal, action }: Position,
  next: StateBytes | undefined,
  actions: number,
  game: Played,
  rules: Rules | undefined,
): Promise<void> {
  const wrong = legal.length ? (legal.at(-1)! + 1) % actions : 0;
  const refusable = number % REFUSED === 0 && !legal.includes(wrong);
  const [found, refused, after] = await Promise.all([
    game.legal(state),
    refusable ? game.step(state, wrong) : null,
    action === NONE ? null : game.step(state, action),
  ]);
  same(`the legal actions of position ${number}`, found, legal);
  if (refused) throw new Error(`position ${number}: ${wrong} was played, which is not legal`);
  if (action !== NONE && !after) throw new Error(`position ${number}: ${action} was refused`);
  if (after && next) same(`the state after position ${number}`, after, next);
  if (!rules) return;
  const mask = new Uint8Array(actions);
  for (const one of legal) mask[one] = 1;
  same(`the mask of position ${number}`, rules.mask(state), mask);
}

async function comparePlayout(number: number, one: Expected['playouts'][number], game: Played): Promise<void> {
  const end = await game.playout(fromBase64(one.state), BigInt(one.rng));
  same(`the end of playout ${number}`, end.state, fromBase64(one.end));
  same(`playout ${number}`, [end.played, String(end.rng)], [one.played, one.after]);
}

async function compareSearch(number: number, one: Expected['searches'][number], game: Played): Promise<void> {
  const { judge_by, seat, simulations } = one;
  const rng = BigInt(one.rng);
  const thought = await game.think(fromBase64(one.state), seat, judge_by, { simulations }, { rng });
  const byAction = (found: Found[]) => [...found].sort((a, b) => a.action - b.action);
  const found = byAction(thought.actions);
  const expected = byAction(one.found);
  for (const part of ['action', 'visits', 'proven'] as const) {
    const what = `what search ${number}, by ${judge_by}, found (${part})`;
    same(
      what,
      found.map((each) => each[part]),
      expected.map((each) => each[part]),
    );
  }
  for (const [k, { action, value }] of expected.entries()) {
    const far = value.some((share, who) => Math.abs(share - found[k]!.value[who]!) > 1e-6);
    if (far) throw new Error(`search ${number}, action ${action}: ${found[k]!.value} instead of ${value}`);
  }
}

function compareObservation(number: number, one: Expected['observations'][number], rules: Rules): void {
  const seen = rules.observation(fromBase64(one.state), one.seat);
  same(`observation ${number}`, new Uint8Array(seen.buffer), fromBase64(one.bytes));
}

function fromBase64(text: string): StateBytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function same(what: string, found: ArrayLike<unknown>, expected: ArrayLike<unknown>): void {
  const length = Math.max(found.length, expected.length);
  for (let at = 0; at < length; at++) {
    if (found[at] !== expected[at]) {
      const lengths = `${found[at]} of ${found.length}, not ${expected[at]} of ${expected.length}`;
      throw new Error(`${what} differs at ${at}: ${lengths}`);
    }
  }
}
