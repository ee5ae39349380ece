/** The native search on one thread, in a process of its own (`benchmarks/native_search.py`). */

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { floe, ROOT } from '../tests/e2e/server';

export interface Measured {
  /** Simulations a second. */
  rate: number;
  simulations: number;
  /** The position that was searched, in base64. */
  state: string;
}

export interface Native {
  measure(game: string, judgeBy: string): Promise<Measured>;
  end(): void;
}

export function startNative(): Native {
  const program = join(ROOT, 'benchmarks/native_search.py');
  const process = spawn(join(dirname(floe()), 'python'), [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(process.stdout)[Symbol.asyncIterator]();
  return {
    async measure(game, judgeBy) {
      process.stdin.write(`${game} ${judgeBy}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended without an answer`);
      return JSON.parse(value) as Measured;
    },
    end: () => process.stdin.end(),
  };
}
