/** Why a machine would play a move, and what is wrong with a try at a puzzle, in words (docs/facts.md, IGLU IGLU). */

import { listed, number, t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { Colour, People } from '../../game';
import { called, person, tell, type SharedReason, type Telling } from '../../telling';
import type { Reasons, Refutations } from '../facts';
import type { Cell } from '../model/view';
import { animalList, inuitList } from './words';

const island = (cells: readonly Cell[]) => ({ cell: cells[0], tiles: cells.length });

/** A flipped tile goes unless it is a glacier. */
const condition = (unless_glacier: boolean) => ({ unless: unless_glacier ? 'yes' : 'no' });

const REASONS: Telling<Omit<Reasons, SharedReason> & Refutations, [People]> = {
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
  misses_win: () => t('igluiglu.puzzle.refuted.misses_win'),
  brings_less: ({ lead, best }) => t('igluiglu.puzzle.refuted.brings_less', { lead: ahead(lead), best: ahead(best) }),
  leaves_danger: (values) => t('igluiglu.puzzle.refuted.leaves_danger', values),
  loses_island: ({ seat, cells }, people) =>
    t('igluiglu.puzzle.refuted.loses_island', { ...person(people, seat), ...island(cells) }),
};

export function reasonText(reason: Fact, people: People): string {
  return tell(REASONS, reason, people);
}

/** "Ada +3, Bo −1"; whose count stays as it is goes without saying. */
function changes(points: Record<string, number>, people: People): string {
  const changed = Object.entries(points).filter(([, change]) => change !== 0);
  const name = (colour: string) => called(people, people.colours.indexOf(colour as Colour));
  return changed.map(([colour, change]) => `${name(colour)} ${number(change, { signDisplay: 'always' })}`).join(', ');
}

/** "2 points ahead". */
function ahead(lead: number): string {
  const side = lead > 0 ? 'ahead' : lead < 0 ? 'behind' : 'level';
  return t('igluiglu.puzzle.lead', { side, points: Math.abs(lead) });
}
