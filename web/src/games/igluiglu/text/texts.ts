/** The game in sentences: what happened, what is due, what an action would do. */

import { listed, t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { Colour, People } from '../../game';
import { called, person, tell, victors, type Telling } from '../../telling';
import type { Due, Told } from '../facts';
import { destination, parse } from '../model/notation';
import { animalsOn, viewOf, at, line, waitingPush } from '../model/view';
import type { Animal, Cell, Direction, Total, View } from '../model/view';
import { anAnimal, animalList, inuitList, personOf, pointsText, race, toward } from './words';

type Tell<Values> = (values: Values, people: People) => string;

/** A sentence about a seat. */
function bySeat<Values extends { seat: number }>(
  key: string,
  more: (values: Values) => object = () => ({}),
): Tell<Values> {
  return (values, people) => t(`igluiglu.fact.${key}`, { ...values, ...person(people, values.seat), ...more(values) });
}

/** A sentence about whoever has a colour. */
function byColour<Values extends { colour: Colour }>(key: string): Tell<Values> {
  return (values, people) => t(`igluiglu.fact.${key}`, { ...values, ...personOf(people, values.colour) });
}

function plain(key: string): Tell<Record<string, unknown>> {
  return (values) => t(`igluiglu.fact.${key}`, values);
}

function lineOf({ cells, direction, onto }: Told['drifted']) {
  return { n: cells.length, cell: cells[0], where: toward(direction), onto };
}

const goes: Tell<{ animal: Animal; to: Cell }> = ({ animal, to }) => t('igluiglu.animal.goes', { ...race(animal), to });

function fleeing(inuit: string): string {
  return inuit ? t('igluiglu.fact.fleeing', { inuit: inuitList(inuit) }) : '';
}

function joined(...sentences: string[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** Whoever may see the tile has been told what it is when it was flipped. */
const keptSeen = bySeat<Told['kept']>('kept_seen');
const kept = bySeat<Told['kept']>('kept');
const melted = bySeat<Told['melted']>('melted');
const turnEnded = bySeat<Told['turn_ended']>('turn_ended');

const FACTS: Telling<Told, [People]> = {
  placed: byColour('placed'),
  // Whoever may not see the tile is told by `kept` that it was flipped.
  flipped: ({ seat, cell, kind }, people) =>
    kind ? t('igluiglu.fact.flipped', { ...person(people, seat), cell, tile: t(`igluiglu.tile.${kind}`) }) : '',
  kept: (values, people) => (values.tile && values.seat !== people.me ? keptSeen : kept)(values, people),
  fish_came: ({ values }) => t('igluiglu.fact.fish_came', { n: values.length, values: listed(values.map(String)) }),
  bear_came: plain('bear_came'),
  glacier: ({ cell, fox }) => t('igluiglu.fact.glacier', { cell, fox: fox ?? 0 }),
  none_left: plain('none_left'),
  drift_came: plain('drift_came'),
  drift_failed: plain('drift_failed'),
  drifted: (values) => t('igluiglu.fact.drifted', lineOf(values)),
  push_waits: (values) => t('igluiglu.fact.push_waits', lineOf(values)),
  shoved: goes,
  herded: goes,
  eaten: ({ animals }) => t('igluiglu.fact.eaten', { animals: animalList(animals) }),
  walked: byColour('walked'),
  kayaked: byColour('kayaked'),
  hunted: bySeat('hunted', ({ animal, points }) => ({ animal: anAnimal(animal), points: pointsText(points) })),
  harpooned: bySeat('harpooned', ({ animal }) => ({ animal: anAnimal(animal) })),
  igloo_built: byColour('igloo_built'),
  energy_played: bySeat('energy_played'),
  // The suns beside the board tell it.
  points: () => '',
  melted: (values, people) =>
    joined(
      melted(values, people),
      values.lost.length ? t('igluiglu.fact.lost', { animals: animalList(values.lost) }) : '',
      fleeing(values.fleeing),
    ),
  herd_played: bySeat('herd_played'),
  herd_stopped: plain('herd_stopped'),
  attack: plain('attack'),
  speared: bySeat('speared'),
  passed: bySeat('passed'),
  unanswered: ({ fleeing: away, hiding }) =>
    joined(
      t('igluiglu.fact.unanswered'),
      fleeing(away),
      hiding ? t('igluiglu.fact.hiding', { inuit: inuitList(hiding) }) : '',
    ),
  fled: plain('fled'),
  turn_ended: (values, people) =>
    joined(
      turnEnded(values, people),
      values.points_lost ? t('igluiglu.fact.points_lost', { n: values.points_lost }) : '',
    ),
  scored: ({ scores }, people) => {
    const totals = people.colours.map((colour, seat) =>
      t('igluiglu.fact.total', { name: called(people, seat), n: scores[colour]?.total ?? 0 }),
    );
    return t('igluiglu.fact.scored', { totals: listed(totals) });
  },
  won: ({ winners }, people) => t('igluiglu.fact.won', { n: winners.length, ...victors(people, winners) }),
};

/** What happened, in one sentence or a few; empty where nothing needs to be said. */
export function factText(fact: Fact, people: People): string {
  return tell(FACTS, fact, people);
}

interface Who {
  me: 'yes' | 'no';
  name: string;
  /** No points are left to spend. */
  spent: boolean;
}

function sentence<Values extends object>(key: string): (values: Values, who: Who) => string {
  return (values, { me, name }) => t(`igluiglu.due.${key}`, { ...values, me, name });
}

const DUE: Telling<Due, [Who]> = {
  wait: () => '',
  place: sentence('place'),
  flip: sentence('flip'),
  push: sentence('push'),
  make_room: ({ onto, animals }, { me, name }) =>
    t('igluiglu.due.make_room', { me, name, onto, animals: animalList(animals) }),
  points_left: sentence('points_left'),
  herd_steps: sentence('herd_steps'),
  answer_attack: sentence('answer_attack'),
  harpoon: sentence('harpoon'),
  inuit_hide: sentence('inuit_hide'),
  choose_corner: sentence('choose_corner'),
  may_play: ({ types }) => {
    const tiles = types.map((type) => t(`igluiglu.type.${type}`));
    return t('igluiglu.due.may_play', { tiles: listed(tiles, 'disjunction') });
  },
  // As long as there are points to spend the button says enough.
  may_end: (_, { me, spent }) => (spent && me === 'yes' ? t('igluiglu.due.may_end') : ''),
};

/** What is due, for whoever reads. `seat` is who has to do it. */
export function dueText(due: readonly Fact[], people: People, seat: number): string {
  const spent = due.some(({ key, values }) => key === 'points_left' && values['points'] === 0);
  return joined(...due.map((fact) => tell(DUE, fact, { ...person(people, seat), spent })));
}

/** The same beside the hand, which shows what may be played. Who hides matters to whoever has a harpoon to throw. */
export function dueBrief(due: readonly Fact[], people: People, seat: number): string {
  const ready = due.some(({ key, values }) => key === 'harpoon' && values['answer'] === 'ready');
  const told = due.filter(({ key }) => key !== 'may_play' && (ready || key !== 'inuit_hide'));
  return dueText(told, people, seat);
}

/** What else happens where a bear goes. */
function bearEffects(view: View, animal: string, to: Cell | null, herded: boolean): string[] {
  if (animal !== 'bear' || !to) return [];
  const content = at(view, to);
  const prey = animalsOn(content).filter((name) => name !== 'bear');
  return [
    ...(prey.length ? [t('igluiglu.action.eats', { animals: animalList(prey) })] : []),
    ...(herded && content.inuit ? [t('igluiglu.action.attacks')] : []),
  ];
}

function withEffects(text: string, effects: string[]): string {
  return effects.length ? t('igluiglu.cell', { cell: text, things: effects.join(', ') }) : text;
}

/** What an action would do, for labels and hints. */
export function actionText(text: string, document: Record<string, unknown>): string {
  const view = viewOf(document);
  const action = parse(text);
  if (!action) return text;
  const to = destination(action);
  switch (action.kind) {
    case 'drift': {
      const { cells } = line(view, action.cell, action.direction);
      return t('igluiglu.action.drift', { n: cells.length, cell: action.cell, where: toward(action.direction) });
    }
    case 'shove': {
      const onto = waitingPush(view)?.onto ?? null;
      const goal = onto ? destination({ ...action, kind: 'step', cell: onto }) : null;
      const moved = t('igluiglu.action.move', { ...race(action.animal), to: goal });
      return withEffects(moved, bearEffects(view, action.animal, goal, false));
    }
    case 'step': {
      const moved = t('igluiglu.action.move', { ...race(action.animal), to });
      return withEffects(moved, bearEffects(view, action.animal, to, true));
    }
    case 'walk':
    case 'kayak': {
      const bear = to !== null && at(view, to).bear ? [t('igluiglu.action.bear')] : [];
      return withEffects(t(`igluiglu.action.${action.kind}`, { from: action.cell, to }), bear);
    }
    case 'hunt':
      return t('igluiglu.action.hunt', {
        cell: action.cell,
        animal: anAnimal(action.animal),
        points: pointsText(Number(action.animal[1])),
      });
    case 'harpoon':
      return t('igluiglu.action.harpoon', { cell: action.cell, animal: anAnimal(action.animal) });
    case 'melt': {
      const content = at(view, action.cell);
      const lost = animalsOn(content);
      return withEffects(t('igluiglu.action.melt', { cell: action.cell }), [
        ...(content.inuit ? [t('igluiglu.action.melt.flee', { n: content.inuit.length })] : []),
        ...(lost.length ? [t('igluiglu.action.melt.lost', { animals: animalList(lost) })] : []),
      ]);
    }
    default:
      return t(`igluiglu.action.${action.kind}`, { ...action });
  }
}

/** What an action is listed under: by what is to be done, or by the Inuit that does it. */
export function groupText(action: string): string {
  const parsed = parse(action);
  switch (parsed?.kind) {
    case 'walk':
    case 'kayak':
    case 'igloo':
      return t('igluiglu.bar.inuit', { cell: parsed.cell });
    case 'hunt':
    case 'harpoon':
      return t('igluiglu.group.hunt');
    case 'energy':
    case 'melt':
    case 'herd':
      return t('igluiglu.hand');
    case 'drift':
      return t('igluiglu.bar.push', { cell: parsed.cell });
    case 'step':
      return t('igluiglu.type.herd');
    default:
      return '';
  }
}
