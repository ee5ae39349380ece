import { defineConfig } from 'vitest/config';

/** Tests in a real browser against a real server: `npm run e2e`. One at a time, because each needs both cores. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/server.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
