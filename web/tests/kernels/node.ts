/**
 * Compares a game's compiled kernels with Python, in Node: `node node.mjs GAME KERNELS EXPECTED`, a folder and a file.
 * `tests/targets` bundles and runs it. It prints how much it compared as JSON, or fails with what differs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kernels } from '../../src/kernels/service';
import { compare, type Played } from './compare';

const [game, folder, expected] = process.argv.slice(2) as [string, string, string];
const kernels = new Kernels(game, async (name) => Uint8Array.from(readFileSync(join(folder, name))));
const rules = await kernels.rules();

const played: Played = {
  legal: async (state) => rules.legal(state),
  step: async (state, action) => rules.step(state, action),
  playout: async (state, rng) => rules.playout(state, rng),
  think: (...asked) => kernels.think(...asked),
};
console.log(JSON.stringify(await compare(readFileSync(expected), played, rules)));
