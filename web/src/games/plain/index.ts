/** A game that has no folder here: what the server draws and says of it. */

import type { GameManifest } from '../game';

const manifest: GameManifest = {
  load: async () => (await import('./ui')).plain,
  loadMiniature: async () => (await import('./Miniature.svelte')).default,
};
export default manifest;
