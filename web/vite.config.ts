import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { micropython } from './building/micropython';
import { offline } from './building/offline';

// Where `floe serve` listens, while the app is developed with `npm run dev`.
const server = process.env['FLOE_SERVER'] ?? 'http://127.0.0.1:8000';

/** Screens, and what only some of them need: loaded when they are opened. */
const SCREENS = /\/(Settings|Learn|QrCode)\.svelte$/;

export default defineConfig(({ mode }) => ({
  base: './', // the built app can lie under any path
  plugins: [svelte(), offline()],
  worker: { format: 'es', plugins: () => [micropython()] },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 800, // kB: three.js, which is loaded only where a board is drawn with it
    rollupOptions: {
      output: {
        manualChunks(id) {
          if (id.includes('/node_modules/three/')) return 'three';
          // What every screen needs comes in one piece.
          if (/\/src\/(ui|app)\/[^/]+\.(svelte|ts)$/.test(id) && !SCREENS.test(id)) return 'frame';
          if (/\/src\/offline\/\w+\.svelte\.ts$/.test(id)) return 'frame';
          if (/\/node_modules\/(svelte|esm-env|intl-messageformat|@formatjs)\//.test(id)) return 'frame';
          // The words of a language in one piece, but for those that a game uses in one place (lessons).
          const [, game, language, file] = /(?:\/(\w+))?\/i18n\/(\w\w)\/(\w+)\.json$/.exec(id) ?? [];
          if (!language) return undefined;
          return game === 'src' || file === 'texts' ? `words-${language}` : `words-${language}-${game}-${file}`;
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  // Components are tested as a browser runs them, not as a server would write them.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['tests/unit/**/*.test.ts'],
    setupFiles: ['tests/unit/setup.ts'],
    // A busy machine is no fault.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    coverage: { provider: 'v8', include: ['src/**/*.{ts,svelte}'], reporter: ['text'] },
  },
}));
