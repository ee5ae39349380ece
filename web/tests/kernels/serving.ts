/** The page of `page.ts`, built as the app is built and answered as the server answers. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { Person } from '../e2e/browser';
import { floe, ROOT } from '../e2e/server';

const PLACE = '/compare/';
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The searches that the app is built with: the game, and the way of judging. */
export const SEARCHES = readdirSync('public/kernels')
  .map((name) => /^(\w+)-search-(\w+)\.wasm$/.exec(name))
  .flatMap((found) => (found ? [[found[1]!, found[2]!] as const] : []));

/** The games that have compiled kernels. */
export const GAMES = [...new Set(SEARCHES.map(([game]) => game))];

let built: string;

/** To be called once in a file of tests. */
export function withPage(): void {
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'floe-kernels-'));
    const input = resolve('tests/kernels/page.html');
    await build({
      configFile: false, // this page is no app: it has no screens and is not kept for later
      worker: { format: 'es' },
      base: PLACE,
      publicDir: false,
      logLevel: 'warn',
      build: { target: 'es2022', outDir: built, emptyOutDir: true, rollupOptions: { input } },
    });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));
}

/** Somebody on that page. `files` are answered too, by their names; all else is the server's. */
export async function onPage(files: Record<string, Buffer> = {}): Promise<Person> {
  const person = await Person.arrives();
  const { context, address } = person;
  const headers = (await context.request.get(address)).headers(); // the same policy for scripts and all else
  for (const name of ['content-length', 'content-type', 'content-encoding', 'date']) delete headers[name];
  await context.route(`${address}${PLACE}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(PLACE.length);
    const file = join(built, name);
    const body = files[name] ?? (existsSync(file) ? readFileSync(file) : null);
    if (!body) return route.fulfill({ status: 404 });
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
    return route.fulfill({ body, headers: { ...headers, 'content-type': contentType } });
  });
  await person.go(`${PLACE}tests/kernels/page.html`);
  await person.page.waitForFunction(() => 'kernels' in window);
  return person;
}

/** What Python finds; it is written if it is not there yet. */
export function expected(game: string): Buffer {
  const python = join(dirname(floe()), 'python');
  const told = execFileSync(python, ['-m', 'tests.targets.expected', game], { cwd: ROOT, encoding: 'utf8' });
  return readFileSync(told.trim());
}
