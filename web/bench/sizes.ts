/** What the built app weighs on the wire. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILT = resolve(import.meta.dirname, '../../src/floe/server/web');
const ASSETS = join(BUILT, 'assets');
const KERNELS = join(BUILT, 'kernels');

export interface Sizes {
  /** Of all scripts together, in one language and in all. */
  scripts: number;
  scriptsInAllLanguages: number;
  three: number;
  styles: number;
}

/** Gzipped, in kB of 1000 bytes. */
export function sizes(): Sizes {
  const weights = readdirSync(ASSETS).map((name) => ({ name, kb: gzipped(join(ASSETS, name)) }));
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

export interface KernelSize {
  name: string;
  raw: number;
  gzipped: number;
}

/** Of each compiled kernel, in kB of 1000 bytes. */
export function kernelSizes(): KernelSize[] {
  const names = readdirSync(KERNELS).filter((name) => name.endsWith('.wasm'));
  return names.sort().map((name) => {
    const path = join(KERNELS, name);
    return { name, raw: statSync(path).size / 1000, gzipped: gzipped(path) };
  });
}

/** Of a file of the built app, in kB of 1000 bytes. */
export function gzippedFile(name: string): number {
  return gzipped(join(BUILT, name));
}

function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length / 1000;
}
