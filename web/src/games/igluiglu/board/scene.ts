/**
 * What is to be seen: tiles and figures that keep their identity from one position to the next, so that they can be shown
 * moving. Facts move them; the view always has the last word.
 */

import type { Fact } from '../../../protocol';
import type { Colour } from '../../game';
import { at, CELLS, neighbour } from '../model/view';
import type { Cell, Direction, TileKind, View } from '../model/view';

export interface Tile {
  id: number;
  cell: Cell;
  /** A glacier, which lies face up. */
  up: boolean;
  /** It is being turned over now, and this is what it shows; null where that is secret. */
  turning?: TileKind | null;
}

export type FigureKind = 'inuit' | 'igloo' | 'fish' | 'fox' | 'bear';

export interface Figure {
  id: number;
  kind: FigureKind;
  /** Of Inuit and igloos. */
  colour: Colour | null;
  /** Of fish and foxes. */
  value: number;
  cell: Cell;
  /** Has lost its ground and waits for a corner. */
  adrift?: boolean;
  /** Is under way over the sea. */
  afloat?: boolean;
}

export interface Scene {
  tiles: Tile[];
  figures: Figure[];
  /** The next id. */
  next: number;
}

export const EMPTY: Scene = { tiles: [], figures: [], next: 1 };

type Wanted = Omit<Figure, 'id'>;

function figuresOf(view: View): Wanted[] {
  const found: Wanted[] = [];
  for (const cell of CELLS) {
    const content = at(view, cell);
    const add = (kind: FigureKind, colour: Colour | null, value: number) => found.push({ kind, colour, value, cell });
    if (content.igloo) add('igloo', content.igloo, 0);
    if (content.bear) add('bear', null, 4);
    for (const colour of (content.inuit ?? '') as Iterable<Colour>) add('inuit', colour, 0);
    for (const value of content.fish ?? '') add('fish', null, Number(value));
    for (const value of content.fox ?? '') add('fox', null, Number(value));
  }
  return found;
}

function same(figure: Wanted, wanted: Wanted): boolean {
  return figure.kind === wanted.kind && figure.colour === wanted.colour && figure.value === wanted.value;
}

/** The scene of a view, in which whatever was there before is the same thing still. */
export function sceneOf(view: View, before: Scene = EMPTY): Scene {
  let { next } = before;
  const wanted = figuresOf(view);
  const left = new Set(before.figures.filter((figure) => !figure.adrift));
  const found = new Map<Wanted, Figure>();
  const claim = (fits: (figure: Figure, wish: Wanted) => boolean) => {
    for (const wish of wanted) {
      if (found.has(wish)) continue;
      const figure = [...left].find((one) => same(one, wish) && fits(one, wish));
      if (!figure) continue;
      left.delete(figure);
      found.set(wish, { id: figure.id, ...wish });
    }
  };
  claim((figure, wish) => figure.cell === wish.cell);
  claim(() => true);
  const figures = wanted.map((wish) => found.get(wish) ?? { id: next++, ...wish });
  figures.push(...waiting(view, before));
  const tiles = tilesOf(view, before, () => next++);
  return { tiles, figures, next };
}

/** The Inuit that wait for a corner: on no cell of the view, so they stay where they lost their ground. */
function waiting(view: View, before: Scene): Figure[] {
  const queue = [...(view.pending?.queue ?? '')];
  return before.figures.filter((figure) => {
    const place = figure.adrift ? queue.indexOf(figure.colour ?? '') : -1;
    if (place >= 0) queue.splice(place, 1);
    return place >= 0;
  });
}

function tilesOf(view: View, before: Scene, id: () => number): Tile[] {
  const known = new Map(before.tiles.map((tile) => [tile.cell, tile]));
  return CELLS.flatMap((cell) => {
    const { ice } = at(view, cell);
    return ice ? [{ id: known.get(cell)?.id ?? id(), cell, up: ice === 'up' }] : [];
  });
}

// Facts

/** The scene after something that happened. What a fact does not move stays. */
export function after(scene: Scene, fact: Fact): Scene {
  const change = CHANGES[fact.key];
  return change ? change(scene, fact.values as unknown as FactValues) : scene;
}

interface FactValues {
  cell: Cell;
  cells: Cell[];
  from: Cell;
  to: Cell;
  onto: Cell;
  corner: Cell;
  direction: Direction;
  colour: Colour;
  kind: TileKind | null;
  animal: string;
  animals: string[];
  lost: string[];
  fleeing: string;
  values: number[];
  fox: number | null;
}

type Change = (scene: Scene, values: FactValues) => Scene;

function animalFits(name: string): (figure: Figure) => boolean {
  if (name === 'bear') return (figure) => figure.kind === 'bear';
  const kind = name[0] === 'f' ? 'fish' : 'fox';
  return (figure) => figure.kind === kind && figure.value === Number(name[1]);
}

/** The same scene with the first figure that fits made another. */
function changeFigure(scene: Scene, fits: (figure: Figure) => boolean, change: Partial<Figure>): Scene {
  const place = scene.figures.findIndex(fits);
  if (place < 0) return scene;
  return { ...scene, figures: scene.figures.with(place, { ...scene.figures[place]!, ...change }) };
}

function removeAnimals(scene: Scene, cell: Cell, names: readonly string[]): Scene {
  let { figures } = scene;
  for (const name of names) {
    const fits = animalFits(name);
    const place = figures.findIndex((figure) => figure.cell === cell && fits(figure));
    if (place >= 0) figures = figures.toSpliced(place, 1);
  }
  return { ...scene, figures };
}

function add(scene: Scene, figures: Wanted[]): Scene {
  let { next } = scene;
  return { ...scene, figures: [...scene.figures, ...figures.map((figure) => ({ id: next++, ...figure }))], next };
}

const removeTile: Change = (scene, { cell }) => ({ ...scene, tiles: scene.tiles.filter((tile) => tile.cell !== cell) });

const travel: Change = (scene, { from, to, colour }) =>
  changeFigure(scene, (figure) => figure.kind === 'inuit' && figure.colour === colour && figure.cell === from, {
    cell: to,
    afloat: false,
  });

const moveAnimal: Change = (scene, { from, to, animal }) => {
  const fits = animalFits(animal);
  return changeFigure(scene, (figure) => figure.cell === from && fits(figure), { cell: to });
};

function flee(scene: Scene, cell: Cell, fleeing: string): Scene {
  let found = scene;
  for (const colour of fleeing) {
    found = changeFigure(
      found,
      (figure) => figure.kind === 'inuit' && figure.colour === colour && figure.cell === cell && !figure.adrift,
      { adrift: true },
    );
  }
  return found;
}

const CHANGES: Record<string, Change> = {
  placed: (scene, { cell, colour }) => add(scene, [{ kind: 'inuit', colour, value: 0, cell }]),
  flipped: (scene, { cell, kind }) => ({
    ...scene,
    tiles: scene.tiles.map((tile) => (tile.cell === cell ? { ...tile, turning: kind } : tile)),
  }),
  kept: removeTile,
  fish_came: (scene, values) =>
    add(
      removeTile(scene, values),
      values.values.map((value) => ({ kind: 'fish', colour: null, value, cell: values.cell })),
    ),
  bear_came: (scene, values) =>
    add(removeTile(scene, values), [{ kind: 'bear', colour: null, value: 4, cell: values.cell }]),
  glacier: (scene, { cell, fox }) => {
    const tiles = scene.tiles.map((tile) => (tile.cell === cell ? { id: tile.id, cell, up: true } : tile));
    return add({ ...scene, tiles }, fox ? [{ kind: 'fox', colour: null, value: fox, cell }] : []);
  },
  drift_came: removeTile,
  drift_failed: removeTile,
  drifted: (scene, { cells, direction }) => {
    const moved = <Thing extends { cell: Cell }>(thing: Thing): Thing => {
      const target = cells.includes(thing.cell) ? neighbour(thing.cell, direction) : null;
      return target ? { ...thing, cell: target } : thing;
    };
    return { ...scene, tiles: scene.tiles.map(moved), figures: scene.figures.map(moved) };
  },
  shoved: moveAnimal,
  herded: moveAnimal,
  eaten: (scene, { cell, animals }) => removeAnimals(scene, cell, animals),
  walked: travel,
  kayaked: travel,
  hunted: (scene, { cell, animal }) => removeAnimals(scene, cell, [animal]),
  harpooned: (scene, { cell, animal }) => removeAnimals(scene, cell, [animal]),
  speared: (scene, { cell }) => removeAnimals(scene, cell, ['bear']),
  igloo_built: (scene, { cell, colour }) => add(scene, [{ kind: 'igloo', colour, value: 0, cell }]),
  melted: (scene, values) =>
    flee(removeAnimals(removeTile(scene, values), values.cell, values.lost), values.cell, values.fleeing),
  unanswered: (scene, { cell, fleeing }) => flee(scene, cell, fleeing),
  fled: (scene, { colour, corner }) =>
    changeFigure(scene, (figure) => figure.adrift === true && figure.colour === colour, {
      cell: corner,
      adrift: false,
    }),
};

/** An Inuit on its way over the sea: one stretch of it. */
export function sail(scene: Scene, colour: Colour, from: Cell, to: Cell): Scene {
  return changeFigure(scene, (figure) => figure.kind === 'inuit' && figure.colour === colour && figure.cell === from, {
    cell: to,
    afloat: true,
  });
}
