/** Why a machine would play a move, in words (the reasons of IGLU IGLU in docs/facts.md). */

import { listed, number, t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { Colour, People } from '../../game';
import { animalList, inuitList, person } from './words';
import type { Animal, Cell } from '../model/view';

export function reasonText({ key, values }: Fact, people: People): string {
  const { seat, animals, cells, inuit, points } = values;
  return t(`igluiglu.reason.${key}`, {
    ...values,
    ...(typeof seat === 'number' ? person(people, seat) : {}),
    ...(Array.isArray(animals) ? { animals: animalList(animals as Animal[]) } : {}),
    ...(Array.isArray(cells)
      ? { cells: listed(cells as Cell[]), cell: (cells as Cell[])[0], tiles: cells.length }
      : {}),
    ...(typeof inuit === 'string' ? { inuit: inuitList(inuit) } : {}),
    ...(key === 'changes_count' ? { changes: changes(points as Record<Colour, number>, people) } : {}),
  });
}

/** "Ada +3, Bo −1"; whose count stays as it is goes without saying. */
function changes(points: Record<Colour, number>, people: People): string {
  const changed = Object.entries(points).filter(([, change]) => change !== 0);
  const name = (colour: string) => people.names[people.colours.indexOf(colour as Colour)] ?? '';
  return changed.map(([colour, change]) => `${name(colour)} ${number(change, { signDisplay: 'always' })}`).join(', ');
}
