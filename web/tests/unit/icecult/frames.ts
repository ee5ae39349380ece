/** Positions of the engine: `tools/write_icecult_positions.py` writes them. */

import type { Happening, PositionView } from '../../../src/protocol';
import fixtures from '../../fixtures/icecult.json';

export interface Frame {
  name: string;
  seat: number | null;
  position: PositionView;
  happened: Happening[];
}

export const frames = fixtures as unknown as Frame[];

/** The first position that is as wanted. */
export function find(wanted: (frame: Frame) => boolean): Frame {
  const found = frames.find(wanted);
  if (!found) throw new Error('no such position in the fixtures');
  return found;
}

export const people = {
  colours: ['y', 'g'] as ('y' | 'g')[],
  names: ['Ada', 'Bo', 'Cy', 'Di'],
  me: 0,
};
