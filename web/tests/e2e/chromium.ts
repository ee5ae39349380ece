/** The browser that the tests play in: what CHROMIUM names, or one that is installed where systems put it. */

import { existsSync } from 'node:fs';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function chromiumHere(): string | null {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  return USUAL.find((path) => existsSync(path)) ?? null;
}
