/** What `floe site` writes, served by a plain file server under some path. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { floe } from './server';

/** To be called once in a file of tests; answers how to ask for the site's address. */
export function withSite(path = 'some/games/'): () => string {
  let folder: string;
  let files: ChildProcess;
  let address = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'floe-site-'));
    execFileSync(floe(), ['site', join(folder, path)]);
    files = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const port = await new Promise<string>((found) => {
      let said = '';
      files.stdout!.on('data', (text) => {
        said += text;
        const port = /port (\d+)/.exec(said)?.[1];
        if (port) found(port);
      });
    });
    address = `http://127.0.0.1:${port}/${path}`;
  });
  afterAll(() => {
    files?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => address;
}
