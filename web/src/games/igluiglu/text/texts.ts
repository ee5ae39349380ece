/** The game in sentences: what happened, what is due, what an action would do. */

import { listed, t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { Colour, People } from '../../game';
import { destination, parse } from '../model/notation';
import { animalsOn, viewOf, at, line, waitingPush } from '../model/view';
import type { Animal, Cell, Direction, Total, View } from '../model/view';
import { anAnimal, animalList, inuitList, person, personOf, pointsText, race, toward } from './words';

type Values = Record<string, unknown>;
type Tell = (values: Values, people: People) => string;

const cellsOf = (values: Values) => values['cells'] as Cell[];
const animalOf = (values: Values) => values['animal'] as Animal;

/** A sentence about a seat. */
function bySeat(key: string, more: (values: Values) => Values = () => ({})): Tell {
  return (values, people) =>
    t(`igluiglu.fact.${key}`, { ...values, ...person(people, values['seat'] as number), ...more(values) });
}

/** A sentence about whoever has a colour. */
function byColour(key: string): Tell {
  return (values, people) => t(`igluiglu.fact.${key}`, { ...values, ...personOf(people, values['colour'] as Colour) });
}

function plain(key: string): Tell {
  return (values) => t(`igluiglu.fact.${key}`, values);
}

function lineOf(values: Values): Values {
  const cells = cellsOf(values);
  return { n: cells.length, cell: cells[0], where: toward(values['direction'] as Direction), onto: values['onto'] };
}

const goes: Tell = (values) => t('igluiglu.animal.goes', { ...race(animalOf(values)), to: values['to'] });

function fleeing(inuit: string): string {
  return inuit ? t('igluiglu.fact.fleeing', { inuit: inuitList(inuit) }) : '';
}

function joined(...sentences: string[]): string {
  return sentences.filter(Boolean).join(' ');
}

const FACTS: Record<string, Tell> = {
  placed: byColour('placed'),
  flipped: (values, people) => {
    const kind = values['kind'] as string | null;
    // Whoever may not see the tile is told by `kept` that it was flipped.
    return kind ? bySeat('flipped', () => ({ tile: t(`igluiglu.tile.${kind}`) }))(values, people) : '';
  },
  kept: bySeat('kept'),
  fish_came: (values) => {
    const fish = values['values'] as number[];
    return t('igluiglu.fact.fish_came', { n: fish.length, values: listed(fish.map(String)) });
  },
  bear_came: plain('bear_came'),
  glacier: (values) => t('igluiglu.fact.glacier', { cell: values['cell'], fox: values['fox'] ?? 0 }),
  none_left: plain('none_left'),
  drift_came: plain('drift_came'),
  drift_failed: plain('drift_failed'),
  drifted: (values) => t('igluiglu.fact.drifted', lineOf(values)),
  push_waits: (values) => t('igluiglu.fact.push_waits', lineOf(values)),
  shoved: goes,
  herded: goes,
  eaten: (values) => t('igluiglu.fact.eaten', { animals: animalList(values['animals'] as Animal[]) }),
  walked: byColour('walked'),
  kayaked: byColour('kayaked'),
  hunted: bySeat('hunted', (values) => ({
    animal: anAnimal(animalOf(values)),
    points: pointsText(values['points'] as number),
  })),
  harpooned: bySeat('harpooned', (values) => ({ animal: anAnimal(animalOf(values)) })),
  igloo_built: byColour('igloo_built'),
  energy_played: bySeat('energy_played'),
  // The suns beside the board tell it.
  points: () => '',
  melted: (values, people) => {
    const lost = values['lost'] as Animal[];
    return joined(
      bySeat('melted')(values, people),
      lost.length ? t('igluiglu.fact.lost', { animals: animalList(lost) }) : '',
      fleeing(values['fleeing'] as string),
    );
  },
  herd_played: bySeat('herd_played'),
  herd_stopped: plain('herd_stopped'),
  attack: plain('attack'),
  speared: bySeat('speared'),
  passed: bySeat('passed'),
  unanswered: (values) => {
    const hiding = values['hiding'] as string;
    return joined(
      t('igluiglu.fact.unanswered'),
      fleeing(values['fleeing'] as string),
      hiding ? t('igluiglu.fact.hiding', { inuit: inuitList(hiding) }) : '',
    );
  },
  fled: plain('fled'),
  turn_ended: (values, people) => {
    const n = values['points_lost'] as number;
    return joined(bySeat('turn_ended')(values, people), n ? t('igluiglu.fact.points_lost', { n }) : '');
  },
  scored: (values, people) => {
    const scores = values['scores'] as Partial<Record<Colour, Total>>;
    const totals = people.colours.map((colour, seat) =>
      t('igluiglu.fact.total', { name: people.names[seat], n: scores[colour]?.total ?? 0 }),
    );
    return t('igluiglu.fact.scored', { totals: listed(totals) });
  },
  won: (values, people) => {
    const winners = values['winners'] as number[];
    const names = listed(winners.map((seat) => people.names[seat] ?? ''));
    return t('igluiglu.fact.won', { n: winners.length, names });
  },
};

/** What happened, in one sentence or a few; empty where nothing needs to be said. */
export function factText(fact: Fact, people: People): string {
  return FACTS[fact.key]?.(fact.values, people) ?? '';
}

/** What is due, for whoever reads. `seat` is who has to do it. */
export function dueText(due: readonly Fact[], people: People, seat: number): string {
  const who = person(people, seat);
  const spent = due.some(({ key, values }) => key === 'points_left' && values['points'] === 0);
  const sentences = due.map(({ key, values }) => {
    switch (key) {
      case 'wait':
        return '';
      case 'may_end': // as long as there are points to spend the button says enough
        return spent && who.me === 'yes' ? t('igluiglu.due.may_end') : '';
      case 'make_room':
        return t('igluiglu.due.make_room', { ...values, ...who, animals: animalList(values['animals'] as Animal[]) });
      case 'may_play':
        return t('igluiglu.due.may_play', {
          tiles: listed(
            (values['types'] as string[]).map((type) => t(`igluiglu.type.${type}`)),
            'disjunction',
          ),
        });
      default:
        return t(`igluiglu.due.${key}`, { ...values, ...who });
    }
  });
  return joined(...sentences);
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
  return effects.length ? `${text}: ${effects.join(', ')}` : text;
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
