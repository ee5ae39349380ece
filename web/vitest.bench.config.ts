import { defineConfig } from 'vitest/config';

/** The figures of the web app, measured in a real browser against a real server: `npm run bench`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['bench/**/*.bench.ts'],
    globalSetup: ['tests/e2e/server.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
