/** How the figures on one cell are set out, so that each can be seen and none leaves the cell. */

import type { Figure, FigureKind } from './scene';

export interface Placed {
  figure: Figure;
  /** From the middle of the cell, in parts of a cell; where the feet are. */
  du: number;
  dv: number;
  /** 1 is a figure alone on its cell. */
  scale: number;
  /** So many equal figures stand here, and this one is shown for all; 0 for those behind it. */
  count: number;
}

/** The width of each kind alone on a cell, in units of the board, and the shape of its drawing. */
export const SIZES: Record<FigureKind, { width: number; ratio: number }> = {
  inuit: { width: 54, ratio: 80 / 64 },
  igloo: { width: 88, ratio: 78 / 100 },
  fish: { width: 68, ratio: 60 / 84 },
  fox: { width: 62, ratio: 70 / 80 },
  bear: { width: 88, ratio: 84 / 116 },
};

const MOST_APART = 4;

/** Places for so many groups, from the back to the front. */
function places(count: number): { du: number; dv: number; scale: number }[] {
  const spread = (columns: number, dv: number, scale: number, wide: number) =>
    Array.from({ length: columns }, (_, i) => ({
      du: columns === 1 ? 0 : (i / (columns - 1) - 0.5) * wide,
      dv,
      scale,
    }));
  if (count === 1) return spread(1, 0.34, 1, 0);
  if (count === 2) return spread(2, 0.32, 0.8, 0.46);
  if (count === 3) return [...spread(2, 0.04, 0.68, 0.46), ...spread(1, 0.42, 0.68, 0)];
  if (count === 4) return [...spread(2, 0.02, 0.66, 0.46), ...spread(2, 0.42, 0.66, 0.46)];
  const back = Math.floor(count / 2);
  const scale = count <= 6 ? 0.56 : 0.46;
  return [...spread(back, 0.0, scale, 0.6), ...spread(count - back, 0.42, scale, 0.64)];
}

const ORDER: Record<FigureKind, number> = { igloo: 0, bear: 1, fox: 2, fish: 2, inuit: 3 };

function alike(a: Figure, b: Figure): boolean {
  return a.kind === b.kind && a.colour === b.colour && a.value === b.value;
}

/** Equal figures stand together where they are too many to stand apart. */
function grouped(figures: readonly Figure[]): Figure[][] {
  if (figures.length <= MOST_APART) return figures.map((figure) => [figure]);
  const groups: Figure[][] = [];
  for (const figure of figures) {
    const group = groups.find(([first]) => alike(first!, figure));
    if (group) group.push(figure);
    else groups.push([figure]);
  }
  return groups;
}

/** The figures of one cell, each with its place. */
export function arrange(figures: readonly Figure[]): Placed[] {
  const sorted = figures.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.value - b.value || a.id - b.id);
  const igloo = sorted.find((figure) => figure.kind === 'igloo');
  const others = igloo ? sorted.filter((figure) => figure !== igloo) : sorted;
  const groups = grouped(others);
  const found: Placed[] = [];
  if (igloo) {
    const alone = groups.length === 0;
    found.push({ figure: igloo, du: 0, dv: alone ? 0.36 : 0.14, scale: alone ? 1 : 0.94, count: 1 });
  }
  const spots = igloo ? inFront(groups.length) : places(groups.length);
  for (const [i, group] of groups.entries()) {
    const spot = spots[i]!;
    group.forEach((figure, k) => found.push({ figure, ...spot, count: k === 0 ? group.length : 0 }));
  }
  return found;
}

/** Before an igloo: one row, so that the igloo's mark is not hidden. */
function inFront(count: number): { du: number; dv: number; scale: number }[] {
  const scale = count <= 2 ? 0.7 : count === 3 ? 0.58 : 0.48;
  return Array.from({ length: count }, (_, i) => ({
    du: count === 1 ? 0.22 : (i / (count - 1) - 0.5) * 0.62,
    dv: 0.43,
    scale,
  }));
}
