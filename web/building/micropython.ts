/**
 * MicroPython's loader also runs in Node, and names four of its modules in branches that no browser takes. In the built
 * app these are empty, in tests, which run in Node, they are its own.
 */

import type { Plugin } from 'vite';

const LOADER = '/micropython.mjs';
const OF_NODE = new Set(['module', 'path', 'url', 'fs']);
const EMPTY = '\0floe-nothing-of-node';

export function micropython(): Plugin {
  return {
    name: 'floe-micropython',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (OF_NODE.has(id) && importer?.endsWith(LOADER) ? EMPTY : null),
    load: (id) => (id === EMPTY ? 'export default {};' : null),
  };
}
