/** What the count at the end points at on the board: an island, by its cells. */

import type { Cell } from '../model/view';

let island = $state.raw<readonly Cell[]>([]);

export function shownIsland(): readonly Cell[] {
  return island;
}

export function showIsland(cells: readonly Cell[]): void {
  island = cells;
}
