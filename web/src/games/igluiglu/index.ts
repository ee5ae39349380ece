/** IGLU IGLU in the web app. */

import about from './about.json';
import type { GameManifest } from '../game';
import type { Step } from '../lessons';

const manifest: GameManifest = {
  load: async () => (await import('./ui')).igluiglu,
  loadMiniature: async () => (await import('./Miniature.svelte')).default,
  loadThumbnail: async () => (await import('./Thumbnail.svelte')).default,
  loadOptionInputs: async () => ({ mix: (await import('./options/MixOption.svelte')).default }),
  loadLessons: async () => (await import('./lessons.json')).default as Step[],
  about,
  switches: ['scoreMap'],
  usual: { scoreMap: 'on' },
};
export default manifest;
