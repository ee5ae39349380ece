/** The app's icon in the sizes that systems want, drawn from `public/icon.svg`. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'vitest';
import { Person, withBrowser } from '../e2e/browser';

withBrowser({ webgl: false });

const PUBLIC = resolve(import.meta.dirname, '../../public');
const DRAWN = readFileSync(join(PUBLIC, 'icon.svg'), 'utf-8');

/** Systems cut such an icon as they like, but never into the middle: the sea goes to the edge, and the ice is smaller. */
const MASKABLE = DRAWN.replace(' rx="14"', '')
  .replace('<circle', '<g transform="translate(7.5 7) scale(0.76)"><circle')
  .replace('</svg>', '</g></svg>');
/** What has no transparent corners: Apple's systems cut them off themselves. */
const SQUARE = DRAWN.replace(' rx="14"', '');

test.each([
  ['192', 192, DRAWN],
  ['512', 512, DRAWN],
  ['maskable-512', 512, MASKABLE],
  ['180', 180, SQUARE],
])('%s', async (name, size, svg) => {
  const person = await Person.arrives({ viewport: { width: size, height: size }, deviceScaleFactor: 1 });
  const drawn = svg.replace('<svg ', `<svg width="${size}" height="${size}" style="display: block" `);
  await person.page.setContent(`<body style="margin: 0; background: transparent">${drawn}</body>`);
  await person.page.screenshot({ path: join(PUBLIC, 'icons', `${name}.png`), omitBackground: true });
  await person.context.close();
});
