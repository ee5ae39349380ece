/** What the built app weighs on the wire. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILT = resolve(import.meta.dirname, '../../src/floe/server/web/assets');

export interface Sizes {
  /** Of all scripts together, in one language and in all. */
  scripts: number;
  scriptsInAllLanguages: number;
  three: number;
  styles: number;
}

/** Gzipped, in kB of 1000 bytes. */
export function sizes(): Sizes {
  const weights = readdirSync(BUILT).map((name) => ({
    name,
    kb: gzipSync(readFileSync(join(BUILT, name)), { level: 9 }).length / 1000,
  }));
  const sum = (fits: (name: string) => boolean) =>
    weights.filter(({ name }) => fits(name)).reduce((all, { kb }) => all + kb, 0);
  const script = (name: string) => name.endsWith('.js');
  const foreign = (name: string) => /^words-(?!en)/.test(name);
  return {
    scripts: sum((name) => script(name) && !foreign(name)),
    scriptsInAllLanguages: sum(script),
    three: sum((name) => script(name) && name.startsWith('three')),
    styles: sum((name) => name.endsWith('.css')),
  };
}
