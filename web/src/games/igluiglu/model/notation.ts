/** The written form of actions, taken apart. The forms are those of `docs/games/igluiglu.md`. */

import type { Colour } from '../../game';
import { ANIMALS, CELLS, DIRECTIONS, neighbour } from './view';
import type { Animal, Cell, Direction, HandTile } from './view';

export type Action =
  | { kind: 'place' | 'flip' | 'igloo' | 'melt'; cell: Cell }
  | { kind: 'drift' | 'walk'; cell: Cell; direction: Direction }
  | { kind: 'kayak'; cell: Cell; target: Cell }
  | { kind: 'shove'; animal: Animal; direction: Direction }
  | { kind: 'step'; cell: Cell; animal: Animal; direction: Direction }
  | { kind: 'hunt' | 'harpoon'; cell: Cell; animal: Animal }
  | { kind: 'energy'; size: 1 | 2 | 3 }
  | { kind: 'flee'; colour: Colour; cell: Cell }
  | { kind: 'herd' | 'spear' | 'pass' | 'end' };

type Word = 'cell' | 'target' | 'direction' | 'animal' | 'colour' | 'size';

const FORMS: Record<Action['kind'], readonly Word[]> = {
  place: ['cell'],
  flip: ['cell'],
  drift: ['cell', 'direction'],
  shove: ['animal', 'direction'],
  walk: ['cell', 'direction'],
  kayak: ['cell', 'target'],
  hunt: ['cell', 'animal'],
  harpoon: ['cell', 'animal'],
  igloo: ['cell'],
  energy: ['size'],
  melt: ['cell'],
  herd: [],
  step: ['cell', 'animal', 'direction'],
  spear: [],
  pass: [],
  flee: ['colour', 'cell'],
  end: [],
};

const WORDS: Record<Word, readonly string[]> = {
  cell: CELLS,
  target: CELLS,
  direction: DIRECTIONS,
  animal: ANIMALS,
  colour: ['r', 'b', 'y', 'g'],
  size: ['1', '2', '3'],
};

/** An action's text taken apart; null if it is none. */
export function parse(text: string): Action | null {
  const [kind, ...words] = text.split(' ');
  const form = FORMS[kind as Action['kind']];
  if (!form || form.length !== words.length) return null;
  const found: Record<string, unknown> = { kind };
  for (const [i, name] of form.entries()) {
    const word = words[i]!;
    if (!WORDS[name].includes(word)) return null;
    found[name] = name === 'size' ? Number(word) : word;
  }
  return found as unknown as Action;
}

/** The text of an action. */
export function write(action: Action): string {
  const words = FORMS[action.kind].map((name) => String((action as unknown as Record<Word, unknown>)[name]));
  return [action.kind, ...words].join(' ');
}

/** Where an action is done: the cell that it comes to, or at which it happens. */
export function destination(action: Action): Cell | null {
  switch (action.kind) {
    case 'drift':
    case 'walk':
    case 'step':
      return neighbour(action.cell, action.direction);
    case 'kayak':
      return action.target;
    default:
      return 'cell' in action ? action.cell : null;
  }
}
