/** What a newcomer to IGLU IGLU is told, and what of the board it points at. */

import { t } from '../../../i18n';
import type { PositionView, Result } from '../../../protocol';
import type { Colour, GameCoach, People, Tip } from '../../game';
import Goal from '../board/Goal.svelte';
import { parse, type Action } from '../model/notation';
import { at, CELLS, countsByTable, handOf, neighbours, place, scoresOf, viewOf } from '../model/view';
import type { Cell, View } from '../model/view';
import { anAnimal } from './words';

/** From this size on an island that somebody else has alone is worth a word. */
const LARGE = 3;

const cellAt = (cell: Cell) => `[data-cell="${cell}"]`;
/** What is offered once something is chosen that can do it. */
const within = (kind: string, where = '.cell') => `${where}[data-action^="${kind}"]`;

interface Legal {
  text: string;
  action: Action;
}

function read(legal: readonly string[]): Legal[] {
  return legal.flatMap((text) => {
    const action = parse(text);
    return action ? [{ text, action }] : [];
  });
}

const apart = (a: Cell, b: Cell) => Math.abs(place(a).column - place(b).column) + Math.abs(place(a).row - place(b).row);

/** Of some cells the one that is farthest from all own Inuit: spread out, they reach more. */
function farthest(view: View, cells: readonly Cell[], colour: Colour): Cell | undefined {
  const own = CELLS.filter((cell) => at(view, cell).inuit?.includes(colour));
  const distance = (cell: Cell) => Math.min(99, ...own.map((other) => apart(cell, other)));
  return [...cells].sort((a, b) => distance(b) - distance(a))[0];
}

/** Bears beside own Inuit, and large islands that another has alone. */
function dangers(position: PositionView, people: People, seat: number): Tip[] {
  const view = viewOf(position.view);
  const colour = view.players[seat]!;
  const found: Tip[] = [];
  const bear = CELLS.find((cell) => {
    const beside = neighbours(cell).some((other) => at(view, other).inuit?.includes(colour));
    return at(view, cell).bear && beside;
  });
  if (bear) {
    found.push({ thing: 'bear', words: t('igluiglu.coach.bear', { cell: bear }), at: [cellAt(bear)], danger: true });
  }
  const island = scoresOf(position)
    ?.islands.filter(({ why, cells }) => {
      const [alone] = Object.entries(why).filter(([, share]) => share === 'alone');
      return alone && alone[0] !== colour && cells.length >= LARGE;
    })
    .sort((a, b) => b.cells.length - a.cells.length)[0];
  if (island && view.phase !== 'place') {
    const [[whose, points] = ['', 0]] = Object.entries(island.points).filter(([, n]) => (n ?? 0) > 0);
    const name = people.names[view.players.indexOf(whose as Colour)] ?? '';
    const values = { name, tiles: island.cells.length, points };
    const words = t('igluiglu.coach.island', values);
    found.push({ thing: 'island', words, at: island.cells.map(cellAt), danger: true });
  }
  return found;
}

function actTips(view: View, actions: readonly Legal[], seat: number): Tip[] {
  const tips: Tip[] = [];
  const prey = actions
    .flatMap(({ action }) => (action.kind === 'hunt' ? [action] : []))
    .sort((a, b) => Number(b.animal[1]) - Number(a.animal[1]))[0];
  if (prey) {
    const words = t('igluiglu.coach.hunt', { animal: anAnimal(prey.animal), cell: prey.cell });
    tips.push({ thing: 'hunt', words, at: [within('hunt', '.option'), cellAt(prey.cell)] });
  }
  const igloo = actions.find(({ action }) => action.kind === 'igloo');
  if (igloo && 'cell' in igloo.action) {
    tips.push({
      thing: 'igloo',
      words: t('igluiglu.coach.igloo'),
      at: [within('igloo', '.option'), cellAt(igloo.action.cell)],
    });
  }
  const walk = actions.find(({ action }) => action.kind === 'walk');
  if (walk && 'cell' in walk.action) {
    tips.push({ thing: 'walk', words: t('igluiglu.coach.walk'), at: [within('walk'), cellAt(walk.action.cell)] });
  }
  if (handOf(view, seat).length && actions.some(({ action }) => ['energy', 'melt', 'herd'].includes(action.kind))) {
    tips.push({
      thing: 'hand',
      words: t('igluiglu.coach.hand'),
      at: [within('melt'), '.option[data-action]', '.tile.able'],
    });
  }
  if (actions.some(({ action }) => action.kind === 'end')) {
    tips.push({ thing: 'end', words: t('igluiglu.coach.end', { n: view.points }), at: ['.end button'] });
  }
  return tips;
}

/** What is due in the phases in which there is one thing to do. */
function phaseTip(view: View, actions: readonly Legal[], colour: Colour): Tip[] {
  const cells = actions.flatMap(({ action }) => ('cell' in action ? [action.cell] : []));
  const tip = (thing: string, where: readonly string[]): Tip[] => [
    { thing, words: t(`igluiglu.coach.${thing}`), at: where },
  ];
  switch (view.phase) {
    case 'place': {
      const spot = farthest(view, cells, colour);
      return spot ? tip('place', [cellAt(spot)]) : [];
    }
    case 'flip':
    case 'drift':
      return cells[0] ? tip(view.phase, [within(view.phase), cellAt(cells[0])]) : [];
    case 'herd':
      return cells[0] ? tip('herd', [within('step'), '.option:not(.chosen)', cellAt(cells[0])]) : [];
    case 'flee':
      return cells[0] ? tip('flee', [cellAt(farthest(view, cells, colour) ?? cells[0])]) : [];
    case 'shove':
      return tip('shove', ['.cell[data-action]', '.option']);
    case 'spear':
      return tip('spear', ['.option']);
    default:
      return [];
  }
}

function tips(position: PositionView, people: People, seat: number): Tip[] {
  const view = viewOf(position.view);
  const actions = read(position.legal);
  if (!actions.length) return [];
  const colour = view.players[seat]!;
  if (view.phase !== 'act') return [...phaseTip(view, actions, colour)];
  return [...dangers(position, people, seat), ...actTips(view, actions, seat)];
}

/** What an action shows to be known, by its kind. */
const THINGS: Partial<Record<Action['kind'], string>> = {
  shove: 'shove',
  step: 'herd',
  kayak: 'walk',
  harpoon: 'hunt',
  energy: 'hand',
  melt: 'hand',
  herd: 'hand',
  pass: 'spear',
};

function things(action: string): string[] {
  const kind = parse(action)?.kind;
  return kind ? [THINGS[kind] ?? kind] : [];
}

/** By what the winner has more of: animals or islands. */
function lost(position: PositionView, people: People, seat: number, { winners }: Result): string {
  const view = viewOf(position.view);
  const counted = scoresOf(position);
  const [mine, theirs] = [view.players[seat]!, view.players[winners[0]!]!];
  const [own, won] = [counted?.scores[mine], counted?.scores[theirs]];
  if (!counted || !own || !won) return '';
  const name = people.names[winners[0]!] ?? '';
  if (won.animals - own.animals > won.islands - own.islands) {
    return t('igluiglu.coach.lost.animals', { name, theirs: won.animals, mine: own.animals });
  }
  const best = [...counted.islands].sort((a, b) => (b.points[theirs] ?? 0) - (a.points[theirs] ?? 0))[0];
  const squared = best?.why[theirs] === 'alone' && !countsByTable(view);
  return t('igluiglu.coach.lost.islands', {
    name,
    theirs: won.islands,
    mine: own.islands,
    tiles: best?.cells.length ?? 0,
    points: best?.points[theirs] ?? 0,
    alone: String(squared),
  });
}

/** The control of an action, once there is one; else the cell that is chosen first. */
function where(action: string): string[] {
  const parsed = parse(action);
  const cell = parsed && 'cell' in parsed ? [cellAt(parsed.cell)] : [];
  return [`[data-action="${action}"]`, ...cell, '.tile.able'];
}

export const coach: GameCoach = { Goal, tips, where, things, lost };
