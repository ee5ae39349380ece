/** ICE CULT in words: what happened, what is due, what an action would do. All words are in i18n. */

import { listed, t } from '../../../i18n';
import type { Fact, PositionView } from '../../../protocol';
import type { People } from '../../game';
import { person, tell, victors, type Telling } from '../../telling';
import type { Due, Told } from '../facts';
import { topArrow, type Top } from '../model/cubesets';
import { SLOTS, tiltOf, type Slot } from '../model/geometry';
import { parse } from '../model/notation';
import { cubesAfter, movementOf, viewOf, type View } from '../model/view';

/** "yellow arrow to the north", "arc", "circle". */
export function topText(top: Top): string {
  const arrow = topArrow(top);
  if (!arrow) return t(`icecult.symbol.${top}`);
  return t('icecult.symbol.arrow', { colour: arrow.colour, direction: arrow.toward });
}

/** "a: yellow arrow to the north, b: arc". */
export function topsText(tops: Partial<Record<Slot, Top>>): string {
  const shown = SLOTS.filter((slot) => tops[slot]);
  return shown.map((slot) => t('icecult.onCube', { slot, symbol: topText(tops[slot]!) })).join(', ');
}

/** A stack from bottom to top: "yellow, red, red". */
export function pawnsText(pawns: string): string {
  return [...pawns].map((colour) => t('icecult.colour', { colour })).join(', ');
}

const FACTS: Telling<Told, [People]> = {
  tilt: ({ pair, toward, tops }) => t('icecult.fact.tilt', { pair, toward, tops: topsText(tops as Record<Slot, Top>) }),
  turn: ({ slot, way, top }) => t('icecult.fact.turn', { slot, way, symbol: topText(top as Top) }),
  enter: ({ colour, path, standing, circle }) =>
    t('icecult.fact.enter', { colour, path, below: standing - 1, circle: String(circle) }),
  step: ({ colour, path, to, riders, lands, circle }) =>
    t('icecult.fact.step', {
      colour,
      path,
      to,
      riders: riders.length,
      below: lands - 1,
      circle: String(circle),
    }),
  home: ({ colour, path, riders, circle }) =>
    t('icecult.fact.home', { colour, path, riders: riders.length, circle: String(circle) }),
  threat: ({ seat, goal, path, space }, people) =>
    t('icecult.fact.threat', { ...person(people, seat), goal, path, space }),
  threat_ended: () => '',
  turn_ended: ({ arcs_lost: arcs }) => t('icecult.fact.turn_ended', { arcs }),
  // A few turns without a step are nothing to speak of.
  stalled: ({ turns, limit }) => (turns * 2 < limit ? '' : t('icecult.fact.stalled', { turns, limit })),
  all_home: ({ seat }, people) => t('icecult.fact.all_home', person(people, seat)),
  tower: ({ seat, path, space }, people) => t('icecult.fact.tower', { ...person(people, seat), path, space }),
  won: ({ winners, reason }, people) => {
    const { you, names } = victors(people, winners);
    return t(`icecult.won.${reason}`, { winners: names, count: winners.length, you });
  },
};

export function factText(fact: Fact, people: People): string {
  return tell(FACTS, fact, people);
}

/** The same beside signs that show what came on top. */
export function briefText(fact: Fact, people: People): string {
  if (fact.key !== 'tilt' && fact.key !== 'turn') return factText(fact, people);
  const { pair, toward, slot, way } = fact.values as Partial<Told['tilt'] & Told['turn']>;
  return t(`icecult.brief.${fact.key}`, { pair, toward, slot, way });
}

/** What is due, in one line: the most pressing thing first. Of others it is enough to say what they are about. */
export function dueText(due: Fact[], people: People, seat: number, view: Record<string, unknown>): string {
  const board = viewOf(view);
  if (people.me !== seat) return othersDue(people, seat, board);
  return due
    .map((fact) => tell(DUE, fact, board))
    .filter(Boolean)
    .join(' ');
}

/** The same beside the tray, which shows each arrow, circle and arc: how many there are is enough. */
export function dueBrief(due: Fact[], people: People, seat: number, view: Record<string, unknown>): string {
  const board = viewOf(view);
  if (people.me !== seat) return othersDue(people, seat, board);
  const must: string[] = [];
  const may: string[] = [];
  const others: string[] = [];
  for (const fact of due) {
    const { key, values } = fact;
    if (key === 'use_arrows') must.push(t('icecult.due.brief.arrows', { n: (values['slots'] as Slot[]).length }));
    else if (key === 'use_circles')
      (values['must'] ? must : may).push(t('icecult.due.brief.circles', { n: values['circles'] }));
    else if (key === 'may_turn') may.push(t('icecult.due.brief.arcs', { n: values['arcs'] }));
    else others.push(tell(DUE, fact, board));
  }
  const sentences = [
    must.length ? t('icecult.due.brief.must', { things: listed(must) }) : '',
    may.length ? t('icecult.due.brief.may', { things: listed(may) }) : '',
    ...others,
  ];
  return sentences.filter(Boolean).join(' ');
}

function othersDue(people: People, seat: number, view: View): string {
  const doing = view.phase === 'move' ? 'icecult.due.other_moves' : 'icecult.due.other_tilts';
  return t(doing, { name: people.names[seat] ?? '' });
}

const DUE: Telling<Due, [View]> = {
  wait: () => '',
  tilt_first: () => t('icecult.due.tilt_first'),
  tilt_second: () => t('icecult.due.tilt_second'),
  use_arrows: ({ slots }, view) =>
    t('icecult.due.use_arrows', { count: slots.length, arrows: listed(slots.map((slot) => arrowName(view, slot))) }),
  use_circles: ({ circles, must }) => t('icecult.due.use_circles', { circles, must: String(must) }),
  may_turn: ({ arcs }) => t('icecult.due.may_turn', { arcs }),
  may_end: () => t('icecult.due.may_end'),
};

function arrowName(view: View, slot: Slot): string {
  return t('icecult.arrowIn', { slot, colour: topArrow(view.tops[slot])?.colour ?? 'y' });
}

/** What an action would do, for labels. Without previews it is not told what a tilt brings up. */
export function actionText(action: string, document: Record<string, unknown>, previews = true): string {
  const view = viewOf(document);
  const parsed = parse(action);
  if (!parsed) return action;
  if (parsed.kind === 'end') return t('icecult.action.end');
  if (parsed.kind === 'tilt') {
    const { pair, toward } = tiltOf(parsed.tilt);
    if (!previews) return t('icecult.action.tilt_unseen', { pair, toward });
    return t('icecult.action.tilt', { pair, toward, tops: topsText(topsAfter(view, action)) });
  }
  if (parsed.kind === 'turn') {
    const symbol = topText(cubesAfter(view, action)[parsed.slot]!.top);
    return t('icecult.action.turn', {
      slot: parsed.slot,
      way: parsed.way === '+' ? 'clockwise' : 'counter',
      symbol,
    });
  }
  const movement = movementOf(view, parsed);
  if (!movement) return action;
  const { colour, path, from, to, home, pawns, standing } = movement;
  const below = home ? 0 : (view.paths[path][to - 1] ?? '').length;
  const values = { colour, path, from, to, standing, below, riders: pawns.length - 1, circle: String(parsed.circle) };
  if (!from) return capital(t('icecult.action.enter', values));
  const height = view.paths[path][from - 1]!.length;
  return capital(t(home ? 'icecult.action.home' : 'icecult.action.step', { ...values, height }));
}

/** What a tilt, a turn or a step would tell of itself, for the signs of the log. */
export function foreseen(action: string, document: Record<string, unknown>): Fact[] {
  const view = viewOf(document);
  const parsed = parse(action);
  if (parsed?.kind === 'tilt')
    return [{ key: 'tilt', values: { ...tiltOf(parsed.tilt), tops: topsAfter(view, action) } }];
  if (parsed?.kind === 'turn') {
    const way = parsed.way === '+' ? 'clockwise' : 'counterclockwise';
    return [{ key: 'turn', values: { slot: parsed.slot, way, top: topsAfter(view, action)[parsed.slot] } }];
  }
  const movement = parsed?.kind === 'step' ? movementOf(view, parsed) : null;
  if (parsed?.kind !== 'step' || !movement) return [];
  const { colour, path, from, to, home, pawns } = movement;
  const riders = pawns.slice(1);
  const lands = home ? 1 : (view.paths[path][to - 1] ?? '').length + 1;
  const values = { colour, path, from, to, riders, lands, standing: lands, slot: parsed.slot, circle: parsed.circle };
  return [{ key: home ? 'home' : from ? 'step' : 'enter', values }];
}

export function topsAfter(view: View, action: string): Partial<Record<Slot, Top>> {
  const after = cubesAfter(view, action);
  return Object.fromEntries(Object.entries(after).map(([slot, { top }]) => [slot, top]));
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** What an action is listed under: tilts, the steps of an arrow, turns. */
export function groupText(action: string, { view }: Pick<PositionView, 'view'>): string {
  const parsed = parse(action);
  if (parsed?.kind === 'tilt') return t('icecult.ui.tilts');
  if (parsed?.kind === 'turn') return t('icecult.ui.turns');
  if (parsed?.kind !== 'step') return '';
  const symbol = topText(viewOf(view).tops[parsed.slot]);
  return parsed.circle ? t('icecult.ui.copied', { symbol }) : t('icecult.onCube', { slot: parsed.slot, symbol });
}
