/**
 * The board in 3D. Nothing is judged here: a busy machine is no fault.
 *
 * WebGL is drawn in software unless CHROMIUM names a browser that has a graphics card, so these are upper bounds.
 */

import { afterAll, test } from 'vitest';
import { withBrowser } from '../tests/e2e/browser';
import { board } from './board';
import { report, type Row } from './report';

withBrowser();

const rows: Row[] = [];
afterAll(() => report(rows));

test('ICE CULT in 3D', async () => {
  rows.push(...(await board('ICE CULT in 3D', 'icecult', { view: '3d' }, '.tilts button', true)));
});
