/** How far the loading has come of what machines think with on this device. */

import type { Loading } from './host';

let now = $state.raw<Loading | null>(null);

/** Null where nothing is being loaded, and nothing has failed to be. */
export function loading(): Loading | null {
  return now;
}

export function tellLoading(state: Loading | null): void {
  now = state;
}
