/** ICE CULT in the web app. */

import about from './about.json';
import type { GameManifest } from '../game';
import type { Step } from '../lessons';

const manifest: GameManifest = {
  load: async () => (await import('./ui')).icecult,
  loadMiniature: async () => (await import('./Miniature.svelte')).default,
  loadThumbnail: async () => (await import('./Thumbnail.svelte')).default,
  loadOptionInputs: async () => ({ cubes: (await import('./options/CubesOption.svelte')).default }),
  loadLessons: async () => (await import('./lessons.json')).default as Step[],
  about,
  switches: ['threats'],
  usual: { threats: 'coached' },
  previews: true,
  pages: [{ path: '/cubes', message: 'icecult.page.cubes', icon: 'cube', load: () => import('./pages/Cubes.svelte') }],
};
export default manifest;
