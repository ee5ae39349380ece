/** One server for all browser tests: `floe serve` on a free port with a database of its own. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

export const ROOT = resolve(import.meta.dirname, '../../..');
const START_MS = 300_000; // everything is compiled first

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
  }
}

/** The program under test. */
export function floe(): string {
  return process.env['FLOE'] ?? join(ROOT, '.venv/bin/floe');
}

let server: ChildProcess;
let folder: string;

export async function setup({ provide }: TestProject): Promise<void> {
  if (!existsSync(join(ROOT, 'src/floe/server/web/index.html')))
    throw new Error('the web app is not built: run `make web` first');
  folder = mkdtempSync(join(tmpdir(), 'floe-e2e-'));
  const limits = [
    '--messages-per-second',
    '500',
    '--requests-per-minute',
    '100000',
    '--tables-per-guest',
    '500',
    '--tables-per-minute',
    '100000',
    '--moves-per-minute',
    '100000',
    '--addresses-per-minute',
    '1000',
  ];
  server = spawn(floe(), ['serve', '--port', '0', '--database', join(folder, 'floe.sqlite'), ...limits], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  server.stdout!.on('data', (text) => (said += text));
  server.stderr!.on('data', (text) => (said += text));
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const address = /Floe is at (http:\S+?)\/?\s/.exec(said)?.[1];
    const healthy =
      address &&
      (await fetch(`${address}/health`).then(
        (answer) => answer.ok,
        () => false,
      ));
    if (address && healthy) return void provide('address', address);
    if (server.exitCode !== null) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`floe serve did not start:\n${said}`);
}

export async function teardown(): Promise<void> {
  if (server && server.exitCode === null) {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await gone;
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
}
