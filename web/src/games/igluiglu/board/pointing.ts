/** Where on the board something is: the cells of an action and of facts, ways over the sea, pushes. */

import type { Fact } from '../../../protocol';
import type { Offers } from '../model/choices';
import { destination, parse } from '../model/notation';
import { DIRECTIONS, line, neighbour, seaRoute, waitingPush } from '../model/view';
import type { Cell, Direction, View } from '../model/view';

/** The cells of an action: where it begins and where it leads. */
export function cellsOfAction(view: View, text: string | null): Cell[] {
  const action = text ? parse(text) : null;
  if (!action) return [];
  const found = [
    'cell' in action ? action.cell : null,
    destination(action),
    action.kind === 'shove' ? (waitingPush(view)?.onto ?? null) : null,
  ];
  return [...new Set(found.filter((cell) => cell !== null))];
}

const PLACES = ['cell', 'from', 'to', 'onto', 'corner'];

/** The cells that facts speak of. */
export function cellsOfFacts(facts: readonly Fact[]): Cell[] {
  const found = facts.flatMap(({ values }) => [
    ...PLACES.map((name) => values[name]),
    ...((values['cells'] as unknown[] | undefined) ?? []),
  ]);
  return [...new Set(found.filter((value) => typeof value === 'string'))];
}

export interface Push {
  cells: Cell[];
  direction: Direction;
}

/** The push that waits for room, or that an action would be. */
export function pushOf(view: View, text: string | null): Push | null {
  const waits = waitingPush(view);
  if (waits) return waits;
  const action = text ? parse(text) : null;
  if (action?.kind !== 'drift') return null;
  return { cells: line(view, action.cell, action.direction).cells, direction: action.direction };
}

/** Where the tile that is chosen to be pushed may go, as the neighbouring cells. */
export function pushArrows(offered: Offers, chosen: Cell | undefined): { cell: Cell; direction: Direction }[] {
  if (!chosen) return [];
  return DIRECTIONS.flatMap((direction) => {
    const cell = neighbour(chosen, direction);
    return cell && offered.cells.get(cell)?.how === 'push' ? [{ cell, direction }] : [];
  });
}

/** The ways by kayak from a cell to all shores that are offered; the one that is pointed at comes last. */
export function kayakRoutes(
  view: View,
  offered: Offers,
  from: Cell | undefined,
  pointed: Cell | null,
): { cells: Cell[]; strong: boolean }[] {
  if (!from) return [];
  return [...offered.cells]
    .filter(([, offer]) => offer.how === 'kayak')
    .map(([cell]) => ({ cells: [from, ...seaRoute(view, from, cell), cell], strong: cell === pointed }))
    .sort((a, b) => Number(a.strong) - Number(b.strong));
}
