/** What happened, shown one thing after the other. */

import type { Fact, Happening } from '../../../protocol';
import type { Colour } from '../../game';
import { after, sail } from './scene';
import type { Scene } from './scene';
import type { Cell, HandTile, TileKind } from '../model/view';

/** Something that is to be seen for a moment and is no part of the position. */
export type Effect =
  | { kind: 'flip'; cell: Cell; tile: TileKind | null }
  | { kind: 'keep'; cell: Cell; tile: HandTile | null; mine: boolean }
  | { kind: 'gain'; cell: Cell; seat: number; value: number }
  | { kind: 'splash'; cell: Cell };

export interface Show {
  scene(): Scene;
  draw(scene: Scene): void;
  /** A fact of this key is shown now. */
  begins(fact: string): void;
  /** Show an effect for so long. */
  effect(effect: Effect, ms: number): void;
  /** Wait; false if something newer is to be shown and this is out of date. */
  wait(ms: number): Promise<boolean>;
  /** Whose view it is. */
  seat: number | null;
}

const TURN_MS = 620;
const KEEP_MS = 520;
const MOVE_MS = 300;
const STRETCH_MS = 130;

/** How long each fact takes until the next one is shown. */
const LASTS: Record<string, number> = {
  placed: 220,
  fish_came: 260,
  bear_came: 260,
  glacier: 260,
  drift_came: 200,
  drift_failed: 200,
  drifted: 420,
  shoved: MOVE_MS,
  herded: MOVE_MS,
  walked: MOVE_MS,
  eaten: 260,
  hunted: 340,
  harpooned: 340,
  speared: 340,
  igloo_built: 300,
  melted: 420,
  unanswered: 300,
  fled: 360,
  attack: 420,
};

/** Show all that happened; false if it was overtaken by something newer. */
export async function tell(happened: readonly Happening[], show: Show): Promise<boolean> {
  for (const { facts } of happened) {
    for (const fact of facts) if (!(await tellFact(fact, show))) return false;
  }
  return true;
}

async function tellFact(fact: Fact, show: Show): Promise<boolean> {
  const values = fact.values;
  show.begins(fact.key);
  const cell = values['cell'] as Cell;
  switch (fact.key) {
    case 'flipped': {
      const tile = values['kind'] as TileKind | null;
      show.draw(after(show.scene(), fact));
      // A tile that nobody else may see is not turned over before their eyes; it is shown when it is kept.
      if (tile === null) return true;
      show.effect({ kind: 'flip', cell, tile }, TURN_MS);
      return show.wait(TURN_MS);
    }
    case 'kept': {
      const tile = values['tile'] as HandTile | null;
      show.effect({ kind: 'keep', cell, tile, mine: values['seat'] === show.seat }, KEEP_MS);
      show.draw(after(show.scene(), fact));
      return show.wait(KEEP_MS);
    }
    case 'kayaked':
      return crossing(fact, show);
    case 'hunted':
    case 'harpooned':
    case 'speared': {
      const animal = (values['animal'] as string | undefined) ?? 'bear';
      const value = animal === 'bear' ? 4 : Number(animal[1]);
      show.effect({ kind: 'gain', cell, seat: values['seat'] as number, value }, 1100);
      break;
    }
    case 'melted':
    case 'drift_came':
    case 'drift_failed':
      show.effect({ kind: 'splash', cell }, 600);
      break;
  }
  show.draw(after(show.scene(), fact));
  return show.wait(LASTS[fact.key] ?? 0);
}

async function crossing(fact: Fact, show: Show): Promise<boolean> {
  const { colour, from, route } = fact.values as { colour: Colour; from: Cell; route: Cell[] };
  let there = from;
  for (const next of route) {
    show.draw(sail(show.scene(), colour, there, next));
    there = next;
    if (!(await show.wait(STRETCH_MS))) return false;
  }
  show.draw(after(show.scene(), { key: 'kayaked', values: { ...fact.values, from: there } }));
  return show.wait(MOVE_MS);
}
