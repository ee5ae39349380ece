/** Sizes, and the boards that need no WebGL. Nothing is judged here: a busy machine is no fault. */

import { afterAll, expect, test } from 'vitest';
import { withBrowser } from '../tests/e2e/browser';
import { board } from './board';
import { kb, report, type Row } from './report';
import { sizes } from './sizes';

withBrowser({ webgl: false });

const rows: Row[] = [];
afterAll(() => report(rows));

test('sizes', () => {
  const { scripts, scriptsInAllLanguages, three, styles } = sizes();
  expect(three).toBeGreaterThan(0);
  rows.push(
    ['scripts in all, gzipped, in one language', kb(scripts), '350 kB at most'],
    ['the same in all four languages', kb(scriptsInAllLanguages), ''],
    ['of it three.js, loaded only with the 3D board', kb(three), ''],
    ['styles, gzipped', kb(styles), ''],
  );
});

test('ICE CULT, flat', async () => {
  rows.push(...(await board('ICE CULT, flat', 'icecult', { view: '2d' }, '.tilts button', true)));
});

test('IGLU IGLU', async () => {
  const cells = '[role="gridcell"]:nth-child(-n + 3)';
  rows.push(...(await board('IGLU IGLU', 'igluiglu', { view: '2d' }, cells, true)));
});
