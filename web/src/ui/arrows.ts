/** Arrows that show on a board where actions would be done: the best one strongest. */

export interface Point {
  x: number;
  y: number;
}

/** An action to be shown: its ways, each through some points. A way of one point is a ring around it. */
export interface Idea {
  /** 1 is the best. */
  rank: number;
  action: string;
  ways: Point[][];
}

export interface Arrow {
  /** Along the way, up to where the head begins. */
  line: string;
  head: string;
}

const round = (value: number) => Math.round(value * 10) / 10;
const text = ({ x, y }: Point) => `${round(x)} ${round(y)}`;

/** An arrow through some points, whose head is as long as it is told. */
export function arrow(points: readonly Point[], head: number): Arrow {
  const tip = points.at(-1)!;
  const before = points.at(-2)!;
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  const neck = { x: tip.x - along.x * head, y: tip.y - along.y * head };
  const side = (way: 1 | -1) => ({ x: neck.x - way * along.y * head * 0.62, y: neck.y + way * along.x * head * 0.62 });
  // A last stretch that is shorter than the head would turn the line back.
  const through =
    length > head ? [...points.slice(0, -1), neck] : points.length > 2 ? points.slice(0, -1) : [before, neck];
  return {
    line: `M${through.map(text).join('L')}`,
    head: `M${text(tip)}L${text(side(1))}L${text(side(-1))}Z`,
  };
}

/** Points on a curve from one to another that rises in the middle, less where they are near each other. */
export function bow(from: Point, to: Point, most: number, steps = 8): Point[] {
  const rise = Math.min(most, Math.hypot(to.x - from.x, to.y - from.y) * 0.18);
  return Array.from({ length: steps + 1 }, (_, n) => {
    const part = n / steps;
    const lift = 4 * part * (1 - part) * rise;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part - lift };
  });
}
