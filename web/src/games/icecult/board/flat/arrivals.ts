/** Where pawns that have just stepped come from, so that the flat board can show the way they went. */

import { cubicInOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import type { Colour } from '../../model/cubesets';
import type { Direction } from '../../model/geometry';
import { count, type Movement, type View } from '../../model/view';
import { chip, cornerChip } from './place';

export interface Point {
  x: number;
  y: number;
}

/** The names of the places of pawns; a stack's lowest place and the first at home are 0. */
export const onPath = (path: Direction, space: number, level: number) => `${path}${space}.${level}`;
export const atHome = (colour: Colour, index: number) => `home-${colour}.${index}`;

/** For each place that a movement has filled, where its pawn stood before. The view is the one after the movement. */
export function arrivals(view: View, movement: Movement): Map<string, Point> {
  const { path, to, pawns, home } = movement;
  const found = new Map<string, Point>();
  const below = (view.paths[path][to - 1] ?? '').length - pawns.length;
  [...pawns].forEach((pawn, i) => {
    const colour = pawn as Colour;
    const later = count(pawns.slice(i), colour);
    const place = home ? atHome(colour, view.home[colour] - later) : onPath(path, to, below + i);
    found.set(place, stoodAt(view, movement, i));
  });
  return found;
}

function stoodAt(view: View, { colour, path, from, standing, pawns }: Movement, i: number): Point {
  if (from === 0) return cornerChip(colour, 'start', view.start[colour]);
  const level = standing - 1;
  return chip(path, from, view.rules.path_length, level + i, level + pawns.length);
}

/** A transition for a pawn that comes from somewhere else; one that does not is there at once. */
export function gliding(_: Element, { from, to, calm }: { from?: Point; to: Point; calm: number }): TransitionConfig {
  if (!from) return { duration: 0 };
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  return {
    duration: calm,
    easing: cubicInOut,
    css: (_t, left) => `transform: translate(${dx * left}px, ${dy * left}px)`,
  };
}
