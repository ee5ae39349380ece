/** Recorded positions of every phase, for tests and for the page on which the board is developed. */

import type { Happening, PositionView } from '../../../src/protocol';
import recorded from '../../fixtures/igluiglu.json';

export interface Recorded {
  name: string;
  seat: number | null;
  position: PositionView;
  happened: Happening[];
}

export const RECORDED = recorded as unknown as Recorded[];

export function named(name: string): Recorded {
  const found = RECORDED.find((one) => one.name === name);
  if (!found) throw new Error(`no recorded position ${name}`);
  return found;
}
