import { defineConfig } from 'vitest/config';
import { chromiumHere } from './tests/e2e/chromium';

const chromium = chromiumHere();
if (!chromium) {
  const words = 'there is no Chromium here (Debian: apt-get install chromium; or name one in CHROMIUM)';
  if (process.env['FLOE_REQUIRE_SERVICES']) throw new Error(words);
  console.warn(`The tests in a browser are SKIPPED: ${words}.`);
}

/** Tests in a real browser against a real server: `npm run e2e`. One at a time, because each needs both cores. */
export default defineConfig({
  test: {
    environment: 'node',
    include: chromium ? ['tests/e2e/**/*.test.ts'] : [],
    passWithNoTests: !chromium,
    globalSetup: chromium ? ['tests/e2e/server.ts'] : [],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } }, // a busy machine is no fault
    reporters: ['verbose'],
  },
});
