/** Why a machine would play a move, in words (the reasons of IGLU IGLU in docs/facts.md). */

import { listed, number, t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { Colour, People } from '../../game';
import { tell, type SharedReason, type Telling } from '../../telling';
import type { Reasons } from '../facts';
import type { Cell } from '../model/view';
import { animalList, inuitList, person } from './words';

const island = (cells: readonly Cell[]) => ({ cell: cells[0], tiles: cells.length });

/** A flipped tile goes unless it is a glacier. */
const condition = (unless_glacier: boolean) => ({ unless: unless_glacier ? 'yes' : 'no' });

const REASONS: Telling<Omit<Reasons, SharedReason>, [People]> = {
  takes: ({ animals, points }) => t('igluiglu.reason.takes', { animals: animalList(animals), points }),
  gains_island: ({ cells, share, points, unless_glacier }) =>
    t('igluiglu.reason.gains_island', { ...island(cells), share, points, ...condition(unless_glacier) }),
  breaks_lead: ({ seat, cells, unless_glacier }, people) =>
    t('igluiglu.reason.breaks_lead', { ...person(people, seat), ...island(cells), ...condition(unless_glacier) }),
  drives_away: ({ inuit, cells }) =>
    t('igluiglu.reason.drives_away', { inuit: inuitList(inuit), cells: listed(cells) }),
  attacks: ({ cell, inuit }) => t('igluiglu.reason.attacks', { cell, inuit: inuitList(inuit) }),
  reaches: ({ animals }) => t('igluiglu.reason.reaches', { animals: animalList(animals) }),
  changes_count: ({ points, unless_glacier }, people) =>
    t('igluiglu.reason.changes_count', { changes: changes(points, people), ...condition(unless_glacier) }),
};

export function reasonText(reason: Fact, people: People): string {
  return tell(REASONS, reason, people);
}

/** "Ada +3, Bo −1"; whose count stays as it is goes without saying. */
function changes(points: Record<string, number>, people: People): string {
  const changed = Object.entries(points).filter(([, change]) => change !== 0);
  const name = (colour: string) => people.names[people.colours.indexOf(colour as Colour)] ?? '';
  return changed.map(([colour, change]) => `${name(colour)} ${number(change, { signDisplay: 'always' })}`).join(', ');
}
