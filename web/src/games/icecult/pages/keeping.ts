/** The own cubes are kept in the browser, so that they need to be entered once. */

import { readLink, writeLink, type CubeSet } from '../model/cubesets';

const KEPT_AS = 'floe.icecult.cubes';

export function kept(): CubeSet | null {
  try {
    return readLink(localStorage.getItem(KEPT_AS) ?? '');
  } catch {
    return null; // storage is switched off
  }
}

export function keep(set: CubeSet): void {
  try {
    localStorage.setItem(KEPT_AS, writeLink(set));
  } catch {
    // It then holds for this visit alone.
  }
}
