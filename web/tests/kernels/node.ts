/**
 * Compares compiled kernels with Python, in Node: `node same.mjs TASK.json`. `tests/targets` writes the task and what
 * Python found, bundles this program and runs it. It prints what it compared as JSON, or fails with what differs.
 */
import { readFileSync } from 'node:fs';
import type { Description, SearchDescription } from '../../src/kernels/description';
import { Rules, type StateBytes } from '../../src/kernels/rules';
import { Search } from '../../src/kernels/search';

interface Task {
  rules?: { artefact: string; positions: string };
  observations?: { artefact: string; rows: { state: string; seat: number; bytes: string }[] };
  playouts?: { artefact: string; games: { state: string; rng: string; after: string; played: number; end: string }[] };
  searches?: {
    artefact: string;
    weights: string | null;
    nodes: number;
    positions: { state: string; seat: number; rng: string; simulations: number; slice: number; found: Expected[] }[];
  };
  speed?: { artefact: string; weights: string | null; nodes: number; state: string; simulations: number };
}

interface Expected {
  action: number;
  visits: number;
  value: number[];
  proven: boolean;
}

const task = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Task;
const done: Record<string, number> = {};
if (task.rules) done['positions'] = await compareRules(task.rules.artefact, readFileSync(task.rules.positions));
if (task.observations) done['observations'] = await compareObservations(task.observations);
if (task.playouts) done['playouts'] = await comparePlayouts(task.playouts);
if (task.searches) done['searches'] = await compareSearches(task.searches);
if (task.speed) done['speed'] = await measure(task.speed);
console.log(JSON.stringify(done));

/** Records of a state, its legal actions and the one that was played; the state after it is that of the next record. */
async function compareRules(artefact: string, data: Buffer): Promise<number> {
  const rules = await loadRules(artefact);
  const { size } = rules.description.structs['state']!;
  let at = 0;
  let count = 0;
  let expected: StateBytes | null = null;
  const int = (): number => data.readInt32LE((at += 4) - 4);
  while (at < data.length) {
    const state = Uint8Array.from(data.subarray(at, at + size));
    at += size;
    if (expected) same(`the state before position ${count}`, expected, state);
    const legal = Array.from({ length: int() }, int);
    same(`the legal actions of position ${count}`, rules.legal(state), legal);
    const mask = rules.mask(state);
    same(
      `the mask of position ${count}`,
      Array.from(mask.keys()).filter((action) => mask[action]),
      legal,
    );
    const action = int();
    const wrong = legal.length ? (legal.at(-1)! + 1) % rules.description.sizes.actions : 0;
    if (!legal.includes(wrong)) same(`playing ${wrong} in position ${count}`, [rules.step(state, wrong)], [null]);
    expected = action < 0 ? null : rules.step(state, action);
    if (action >= 0 && !expected) throw new Error(`position ${count}: ${action} was refused`);
    count++;
  }
  return count;
}

async function compareObservations({ artefact, rows }: NonNullable<Task['observations']>): Promise<number> {
  const rules = await loadRules(artefact);
  for (const [k, row] of rows.entries()) {
    const seen = rules.observation(unpacked(row.state), row.seat);
    same(`observation ${k}`, new Uint8Array(seen.buffer), unpacked(row.bytes));
  }
  return rows.length;
}

async function comparePlayouts({ artefact, games }: NonNullable<Task['playouts']>): Promise<number> {
  const rules = await loadRules(artefact);
  for (const [k, game] of games.entries()) {
    const end = rules.playout(unpacked(game.state), BigInt(game.rng));
    same(`the end of playout ${k}`, end.state, unpacked(game.end));
    same(`playout ${k}`, [end.played, String(end.rng)], [game.played, game.after]);
  }
  return games.length;
}

async function compareSearches(task: NonNullable<Task['searches']>): Promise<number> {
  const search = await loadSearch(task);
  for (const [k, position] of task.positions.entries()) {
    search.begin(unpacked(position.state), position.seat, BigInt(position.rng));
    for (let left = position.simulations; left > 0; left -= position.slice) {
      if (search.think(Math.min(left, position.slice)) === 0) break;
    }
    const byAction = (found: Expected[]) => [...found].sort((a, b) => a.action - b.action);
    const found = byAction(search.findings().actions);
    const expected = byAction(position.found);
    for (const part of ['action', 'visits', 'proven'] as const) {
      const seen = found.map((one) => one[part]);
      const wanted = expected.map((one) => one[part]);
      same(`what search ${k} found (${part})`, seen, wanted);
    }
    for (const [n, one] of expected.entries()) {
      const far = one.value.some((value, seat) => Math.abs(value - found[n]!.value[seat]!) > 1e-6);
      if (far) throw new Error(`search ${k}, action ${one.action}: ${found[n]!.value} instead of ${one.value}`);
    }
  }
  return task.positions.length;
}

/** Simulations a second, once the machine is warm. */
async function measure(task: NonNullable<Task['speed']>): Promise<number> {
  const search = await loadSearch(task);
  let best = 0;
  for (let round = 1; round <= 6; round++) {
    search.begin(unpacked(task.state), 0, BigInt(round) << 32n);
    const begun = performance.now();
    const made = search.think(task.simulations);
    best = Math.max(best, (made / (performance.now() - begun)) * 1000);
  }
  return best;
}

async function loadRules(artefact: string): Promise<Rules> {
  return Rules.load(readFileSync(artefact), described(artefact) as Description);
}

async function loadSearch(task: { artefact: string; weights: string | null; nodes: number }): Promise<Search> {
  const code = readFileSync(task.artefact);
  const search = await Search.load(code, described(task.artefact) as SearchDescription, task.nodes);
  if (task.weights) {
    const bytes = Uint8Array.from(readFileSync(task.weights));
    search.useWeights(new Uint16Array(bytes.buffer));
  }
  return search;
}

function described(artefact: string): unknown {
  return JSON.parse(readFileSync(artefact.replace(/\.wasm$/, '.json'), 'utf8'));
}

function unpacked(text: string): StateBytes {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

function same(what: string, found: ArrayLike<unknown>, expected: ArrayLike<unknown>): void {
  const differs = Array.from(found).findIndex((value, k) => value !== expected[k]);
  if (found.length === expected.length && differs < 0) return;
  const at = differs < 0 ? Math.min(found.length, expected.length) : differs;
  throw new Error(
    `${what} differs at ${at}: ${found[at]} of ${found.length}, not ${expected[at]} of ${expected.length}`,
  );
}
