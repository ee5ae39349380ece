/** The position document as the server sends it, and what can be read off it for drawing. */

import type { Fact, PositionView } from '../../../protocol';
import type { Outlook, Told } from '../facts';
import { arrowOf, COLOURS, cubeSetOf, topArrow, topOf, type Colour, type CubeSet, type Top } from './cubesets';
import { SLOTS, tiltOf, tilted, turned, type Direction, type Pose, type Slot } from './geometry';
import { parse, type Step } from './notation';

export type Phase = 'tilt1' | 'tilt2' | 'move' | 'over';

export interface View {
  rules: { path_length: number; cubes: string | CubeSet; circles: 'must' | 'may'; stall_limit: number };
  players: Colour[];
  phase: Phase;
  to_move: number | null;
  turn: number;
  stalled: number;
  first_tilt: string | null;
  cubes: Record<Slot, Pose>;
  tops: Record<Slot, Top>;
  used: Slot[];
  circles: number;
  arcs: number;
  start: Record<Colour, number>;
  home: Record<Colour, number>;
  /** For each path its stacks from space 1 outward, each from bottom to top. */
  paths: Record<Direction, string[]>;
  winners: number[] | null;
}

/** The server's view is JSON of this shape; the game's name in it was looked at by whoever chose this board. */
export function viewOf(view: Record<string, unknown>): View {
  return view as unknown as View;
}

export const PAWNS_PER_COLOUR = 5;

/** Where pawns stand on a board, whoever is on turn: what a step changes. */
export type Standing = Pick<View, 'start' | 'home' | 'paths'>;

/** What a step does on the board: who goes, from where, to where. */
export interface Movement {
  colour: Colour;
  path: Direction;
  /** 0 is start. */
  from: number;
  /** One more than the path has spaces: home. */
  to: number;
  /** The pawn's place in its stack, from below, beginning with 1. */
  standing: number;
  /** The stepping pawn and all that ride on it, from below. */
  pawns: string;
  home: boolean;
}

/** What an action that is a step would do in a view; null if its cube shows no arrow. */
export function movementOf(view: View, step: Pick<Step, 'slot' | 'space' | 'standing'>): Movement | null {
  const arrow = topArrow(view.tops[step.slot]);
  if (!arrow) return null;
  const { colour, toward: path } = arrow;
  const pawns = step.space ? (view.paths[path][step.space - 1] ?? '').slice(step.standing - 1) : colour;
  // What was pointed at a moment ago may have moved away since.
  if (pawns[0] !== colour) return null;
  const to = step.space + 1;
  return { colour, path, from: step.space, to, standing: step.standing, pawns, home: to > view.rules.path_length };
}

/** The board after a movement. */
export function moved<T extends Standing>(board: T, movement: Movement): T {
  const { colour, path, from, to, standing, pawns, home } = movement;
  const stacks = [...board.paths[path]];
  const start = { ...board.start };
  const atHome = { ...board.home };
  if (from === 0) start[colour] -= 1;
  else stacks[from - 1] = stacks[from - 1]!.slice(0, standing - 1);
  if (home) for (const pawn of pawns) atHome[pawn as Colour] += 1;
  else stacks[to - 1] = (stacks[to - 1] ?? '') + pawns;
  return { ...board, start, home: atHome, paths: { ...board.paths, [path]: stacks } };
}

/** The movement that a fact tells of; null if it is none. */
export function movementIn({ key, values }: Fact): Movement | null {
  if (key === 'enter') {
    const { colour, path } = values as Told['enter'];
    return { colour, path, from: 0, to: 1, standing: 0, pawns: colour, home: false };
  }
  if (key === 'step') {
    const { colour, path, from, to, standing, riders } = values as Told['step'];
    return { colour, path, from, to, standing, pawns: colour + riders, home: false };
  }
  if (key === 'home') {
    const { colour, path, from, standing, riders } = values as Told['home'];
    return { colour, path, from, to: from + 1, standing, pawns: colour + riders, home: true };
  }
  return null;
}

/** The cubes after an action, each slot's pose and top, for those that it moves. */
export function cubesAfter(view: View, action: string): Partial<Record<Slot, { pose: Pose; top: Top }>> {
  const parsed = parse(action);
  const set = cubeSetOf(view.rules.cubes);
  const shown = (slot: Slot, pose: Pose) => ({ pose, top: topOf(set[slot], pose) });
  if (parsed?.kind === 'tilt') {
    const { slots, toward } = tiltOf(parsed.tilt);
    return Object.fromEntries(slots.map((slot) => [slot, shown(slot, tilted(view.cubes[slot], toward))]));
  }
  if (parsed?.kind === 'turn') {
    return { [parsed.slot]: shown(parsed.slot, turned(view.cubes[parsed.slot], parsed.way)) };
  }
  return {};
}

/** Who is one step from winning, whatever the cubes show. */
export type Threat = Outlook['in_reach'] & { colour: Colour };

export function threatsIn({ outlook, view }: Pick<PositionView, 'outlook' | 'view'>): Threat[] {
  const told = outlook.filter(({ key }) => key === 'in_reach').map(({ values }) => values as Outlook['in_reach']);
  return told.map((threat) => ({ ...threat, colour: viewOf(view).players[threat.seat]! }));
}

export function count(stack: string, colour: Colour): number {
  return [...stack].filter((pawn) => pawn === colour).length;
}

/** The colour all of whose pawns stand in a stack: that is a tower (IC-21). */
export function towerIn(stack: string): Colour | null {
  return COLOURS.find((colour) => count(stack, colour) === PAWNS_PER_COLOUR) ?? null;
}

/** One of this turn's four symbols, as the tray shows it. */
export interface TrayItem {
  slot: Slot;
  top: Top;
  kind: 'arrow' | 'circle' | 'arc';
  /** Arrows: used; circles and arcs: spent. They have no names, so those of the first slots count as spent first. */
  used: boolean;
}

export function trayOf(view: View): TrayItem[] {
  const spent = {
    circle: SLOTS.filter((slot) => view.tops[slot] === 'circle').length - view.circles,
    arc: SLOTS.filter((slot) => view.tops[slot] === 'arc').length - view.arcs,
  };
  return SLOTS.map((slot) => {
    const top = view.tops[slot];
    if (arrowOf(top)) return { slot, top, kind: 'arrow', used: view.used.includes(slot) };
    const kind = top as 'circle' | 'arc';
    return { slot, top, kind, used: spent[kind]-- > 0 };
  });
}

/** The legal steps of each arrow, of each arrow through a circle, the turns, and whether the turn may end. */
export interface Choices {
  tilts: string[];
  steps: Record<Slot, string[]>;
  copies: Record<Slot, string[]>;
  turns: string[];
  end: boolean;
}

export function choicesOf(legal: readonly string[]): Choices {
  const none = (): Record<Slot, string[]> => ({ a: [], b: [], c: [], d: [] });
  const choices: Choices = { tilts: [], steps: none(), copies: none(), turns: [], end: false };
  for (const text of legal) {
    const action = parse(text);
    if (action?.kind === 'tilt') choices.tilts.push(text);
    else if (action?.kind === 'step') (action.circle ? choices.copies : choices.steps)[action.slot].push(text);
    else if (action?.kind === 'turn') choices.turns.push(text);
    else if (action?.kind === 'end') choices.end = true;
  }
  return choices;
}

/** A view of a game that has not begun, for miniatures and editors. */
export function firstView(cubes: string | CubeSet = 'fair', players: Colour[] = [...COLOURS]): View {
  const all = <T>(value: T): Record<Colour, T> => ({ y: value, r: value, g: value, b: value });
  const set = cubeSetOf(cubes);
  const poses = { a: 'UN', b: 'UN', c: 'UN', d: 'UN' };
  return {
    rules: { path_length: 5, cubes, circles: 'must', stall_limit: 60 },
    players,
    phase: 'tilt1',
    to_move: 0,
    turn: 0,
    stalled: 0,
    first_tilt: null,
    cubes: poses,
    tops: Object.fromEntries(SLOTS.map((slot) => [slot, topOf(set[slot], poses[slot])])) as Record<Slot, Top>,
    used: [],
    circles: 0,
    arcs: 0,
    start: all(5),
    home: all(0),
    paths: { n: blank(), e: blank(), s: blank(), w: blank() },
    winners: null,
  };
}

function blank(): string[] {
  return ['', '', '', '', ''];
}
