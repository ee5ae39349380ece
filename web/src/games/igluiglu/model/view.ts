/** A position of IGLU IGLU as a seat sees it, and what can be read off it. Geometry only: no rules. */

import type { PositionView } from '../../../protocol';
import type { Colour } from '../../game';

/** "a1" to "h8": the column from west to east, the row from south to north. */
export type Cell = string;
export type Direction = 'n' | 'e' | 's' | 'w';
export type Animal = 'f1' | 'f2' | 'f3' | 'x1' | 'x2' | 'x3' | 'bear';
/** A tile with a red border, as it is held in a hand. */
export type HandTile = 'melt' | 'energy1' | 'energy2' | 'energy3' | 'harpoon' | 'herd';
export type TileKind = HandTile | 'fish1' | 'fish2' | 'fish3' | 'bear' | 'glacier' | 'drift';
export type TileType = 'melt' | 'energy' | 'harpoon' | 'herd';
export type Phase = 'place' | 'flip' | 'drift' | 'shove' | 'act' | 'herd' | 'spear' | 'flee' | 'over';

/** What is on a cell. */
export interface Content {
  ice?: 'down' | 'up';
  /** One letter each, by seat. */
  inuit?: string;
  igloo?: Colour;
  /** Values, in rising order. */
  fish?: string;
  fox?: string;
  bear?: true;
}

export interface Pending {
  push?: string;
  steps?: number;
  back?: 'flip' | 'act';
  cell?: Cell;
  ask?: number[];
  queue?: string;
}

export interface View {
  rules: { variant: string; centre: string; mix: unknown; islands?: string; igloos?: string };
  players: Colour[];
  phase: Phase;
  to_move: number | null;
  owner: number;
  turn: number;
  points: number;
  played: TileType[];
  pending: Pending | null;
  cells: Record<Cell, Content>;
  hands: Partial<Record<Colour, HandTile[] | number>>;
  taken: Partial<Record<Colour, Animal[]>>;
  seen: Partial<Record<TileKind, number>>;
  to_place: Partial<Record<Colour, number>>;
  igloos: Partial<Record<Colour, number>>;
  supply: { fish: number; fox: number; bears: number };
  scores: Partial<Record<Colour, Total>> | null;
  winners: number[] | null;
}

export interface Total {
  animals: number;
  islands: number;
  total: number;
}

export type Share = 'alone' | 'leads' | 'second' | 'nothing';

/** One island of the count: who is how strong there, and what each colour gets and why. */
export interface Island {
  cells: Cell[];
  value: number;
  strengths: Partial<Record<Colour, number>>;
  points: Partial<Record<Colour, number>>;
  why: Partial<Record<Colour, Share>>;
}

/** The count as it stands. */
export interface Scores {
  scores: Partial<Record<Colour, Total>>;
  islands: Island[];
}

/** The server's documents are of these shapes; `docs/games/igluiglu.md` describes them. */
export function viewOf(view: Record<string, unknown>): View {
  return view as unknown as View;
}

/** The count as it stands, among what a position holds. */
export function scoresOf(position: Pick<PositionView, 'outlook'>): Scores | null {
  const standing = position.outlook.find(({ key }) => key === 'standing' || key === 'scored');
  return standing ? (standing.values as unknown as Scores) : null;
}

/** Each seat's points as they stand. */
export function points(position: Pick<PositionView, 'outlook' | 'view'>): number[] | null {
  const scores = scoresOf(position)?.scores;
  return scores ? viewOf(position.view).players.map((colour) => scores[colour]?.total ?? 0) : null;
}

const COLUMNS = 'abcdefgh';
export const DIRECTIONS: readonly Direction[] = ['n', 'e', 's', 'w'];
export const ANIMALS: readonly Animal[] = ['f1', 'f2', 'f3', 'x1', 'x2', 'x3', 'bear'];
export const HAND_TILES: readonly HandTile[] = ['melt', 'energy1', 'energy2', 'energy3', 'harpoon', 'herd'];
/** II-30: islands are worth what the table says, by the variant or by itself. */
export function countsByTable({ rules }: View): boolean {
  const { islands = 'by variant', variant } = rules;
  return islands === 'by variant' ? variant === 'gamers' : islands === 'table';
}

export const LAND: readonly Cell[] = ['a1', 'h1', 'a8', 'h8'];
export const CENTRE: readonly Cell[] = ['d4', 'e4', 'd5', 'e5'];
/** From the north-west to the south-east, as the board is read. */
export const CELLS: readonly Cell[] = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((row) =>
  [...COLUMNS].map((column) => `${column}${row}`),
);
const STEPS: Record<Direction, readonly [number, number]> = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** The place of a cell: column and row from 0, counted from the south-west. */
export function place(cell: Cell): { column: number; row: number } {
  return { column: COLUMNS.indexOf(cell[0]!), row: Number(cell[1]) - 1 };
}

/** The cell at a place, or null off the board. */
export function cellAt(column: number, row: number): Cell | null {
  return column >= 0 && column < 8 && row >= 0 && row < 8 ? `${COLUMNS[column]}${row + 1}` : null;
}

export function neighbour(cell: Cell, direction: Direction): Cell | null {
  const { column, row } = place(cell);
  const [right, up] = STEPS[direction];
  return cellAt(column + right, row + up);
}

export function neighbours(cell: Cell): Cell[] {
  return DIRECTIONS.map((direction) => neighbour(cell, direction)).filter((found) => found !== null);
}

/** The direction from a cell to one next to it. */
export function directionTo(cell: Cell, target: Cell): Direction | null {
  return DIRECTIONS.find((direction) => neighbour(cell, direction) === target) ?? null;
}

export function isLand(cell: Cell): boolean {
  return LAND.includes(cell);
}

export function at(view: View, cell: Cell): Content {
  return view.cells[cell] ?? {};
}

export type Ground = 'land' | 'sea' | 'ice' | 'glacier';

export function ground(view: View, cell: Cell): Ground {
  if (isLand(cell)) return 'land';
  const { ice } = at(view, cell);
  return ice === undefined ? 'sea' : ice === 'up' ? 'glacier' : 'ice';
}

/** The animals on a cell, one entry each. */
export function animalsOn(content: Content): Animal[] {
  const fish = [...(content.fish ?? '')].map((value) => `f${value}` as Animal);
  const foxes = [...(content.fox ?? '')].map((value) => `x${value}` as Animal);
  return [...fish, ...foxes, ...(content.bear ? (['bear'] as const) : [])];
}

/** How many Inuit of each colour are on a cell, by seat. */
export function inuitOn(content: Content): [Colour, number][] {
  const counts = new Map<Colour, number>();
  for (const colour of (content.inuit ?? '') as Iterable<Colour>) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return [...counts];
}

/** The unbroken line of tiles that begins at a cell, and the cell beyond it (null off the board). */
export function line(view: View, cell: Cell, direction: Direction): { cells: Cell[]; onto: Cell | null } {
  const cells: Cell[] = [];
  let next: Cell | null = cell;
  while (next !== null && at(view, next).ice) {
    cells.push(next);
    next = neighbour(next, direction);
  }
  return { cells, onto: next };
}

/** The line of the push that waits for room. */
export function waitingPush(view: View): { cells: Cell[]; onto: Cell; direction: Direction } | null {
  const [, cell, direction] = view.pending?.push?.split(' ') ?? [];
  if (!cell || !direction) return null;
  const { cells, onto } = line(view, cell, direction as Direction);
  return onto === null ? null : { cells, onto, direction: direction as Direction };
}

/** A shortest way over the sea from one cell to another, cell by cell; none where a bear or no sea lies between. */
export function seaRoute(view: View, from: Cell, to: Cell): Cell[] {
  const open = (cell: Cell) => ground(view, cell) === 'sea' && !at(view, cell).bear;
  const ways = neighbours(from)
    .filter(open)
    .map((cell) => [cell]);
  const found = new Set(ways.map((way) => way[0]));
  for (const way of ways) {
    const last = way[way.length - 1]!;
    if (neighbours(last).includes(to)) return way;
    for (const next of neighbours(last)) {
      if (!open(next) || found.has(next)) continue;
      found.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}

/** The own hand, if it may be seen: each kind with its number. */
export function handOf(view: View, seat: number | null): [HandTile, number][] {
  const hand = seat === null ? undefined : view.hands[view.players[seat]!];
  if (!Array.isArray(hand)) return [];
  return HAND_TILES.map((tile): [HandTile, number] => [tile, hand.filter((held) => held === tile).length]).filter(
    ([, count]) => count > 0,
  );
}

/** How many tiles somebody holds, which is open. */
export function handSize(view: View, colour: Colour): number {
  const hand = view.hands[colour];
  return Array.isArray(hand) ? hand.length : (hand ?? 0);
}

/** What a group of equal things is: [thing, how many]. */
export function counted<T>(things: Iterable<T>): [T, number][] {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts];
}

/** Whether anybody holds tiles, or may come to; while Inuit are placed nobody does. */
export function secrets(view: View): boolean {
  return view.phase !== 'place' || view.players.some((colour) => handSize(view, colour) > 0);
}
