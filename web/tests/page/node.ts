/**
 * Runs functions of Python in MicroPython, as a page does: `node -e 'import(...)' BUNDLES KERNELS CALLS RESULTS`. As the
 * main program it would be taken for MicroPython's own, which is bundled in it.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kernels } from '../../src/kernels/service';
import type { Rules } from '../../src/kernels/rules';
import { Python, type Bundle } from '../../src/local/python';

interface Call {
  module: string;
  function: string;
  args: unknown[];
}

const [bundles, kernels, calls, results] = process.argv.slice(1) as [string, string, string, string];
const files = JSON.parse(readFileSync(bundles, 'utf8')) as Record<string, Bundle>;
const rules = new Map<string, Rules>();
for (const game of Object.keys(files).filter((name) => !/^(host$|rules-|puzzles-)/.test(name))) {
  const read = (name: string) => Promise.resolve(new Uint8Array(readFileSync(join(kernels, name))));
  rules.set(game, await new Kernels(game, read).rules());
}
const python = await Python.start({
  wasm: process.env['MICROPYTHON'],
  search: () => {
    throw new Error('nothing is searched here');
  },
  run: ({ game, entry, args }) => {
    const given = args.map((one) => (typeof one === 'number' ? one : Buffer.from(one, 'hex')));
    const { result, arrays } = rules.get(game)!.run(entry, given);
    return JSON.stringify({ result, arrays: arrays.map((bytes) => Buffer.from(bytes).toString('hex')) });
  },
});
for (const bundle of Object.values(files)) python.add(bundle);
const told = (JSON.parse(readFileSync(calls, 'utf8')) as Call[]).map(({ module, function: name, args }) => {
  const text = JSON.stringify(JSON.stringify(args));
  python.run(
    `import _json\nimport json\nfrom ${module} import ${name} as called\nresult = json.dumps(called(*_json.loads(${text})))`,
  );
  return JSON.parse(python.global('result') as string) as unknown;
});
writeFileSync(results, JSON.stringify(told));
