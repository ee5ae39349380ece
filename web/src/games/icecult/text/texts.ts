/** ICE CULT in words: what happened, what is due, what an action would do. All words are in i18n. */

import { listed, t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { People } from '../../game';
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

function nameOf(seat: unknown, people: People): string {
  return people.names[Number(seat)] ?? '';
}

const FACTS: Record<string, (values: Record<string, unknown>, people: People) => string> = {
  tilt: ({ pair, toward, tops }) => t('icecult.fact.tilt', { pair, toward, tops: topsText(tops as Record<Slot, Top>) }),
  turn: ({ slot, way, top }) => t('icecult.fact.turn', { slot, way, symbol: topText(top as Top) }),
  enter: ({ colour, path, standing, circle }) =>
    t('icecult.fact.enter', { colour, path, below: Number(standing) - 1, circle: String(circle) }),
  step: ({ colour, path, to, riders, lands, circle }) =>
    t('icecult.fact.step', {
      colour,
      path,
      to,
      riders: String(riders).length,
      below: Number(lands) - 1,
      circle: String(circle),
    }),
  home: ({ colour, path, riders, circle }) =>
    t('icecult.fact.home', { colour, path, riders: String(riders).length, circle: String(circle) }),
  threat: ({ seat, goal, path, space }, people) =>
    t('icecult.fact.threat', { name: nameOf(seat, people), goal, path, space }),
  threat_ended: () => '',
  turn_ended: ({ arcs_lost: arcs }) => t('icecult.fact.turn_ended', { arcs }),
  // A few turns without a step are nothing to speak of.
  stalled: ({ turns, limit }) => (Number(turns) * 2 < Number(limit) ? '' : t('icecult.fact.stalled', { turns, limit })),
  all_home: ({ seat }, people) => t('icecult.fact.all_home', { name: nameOf(seat, people) }),
  tower: ({ seat, path, space }, people) => t('icecult.fact.tower', { name: nameOf(seat, people), path, space }),
  won: ({ winners, reason }, people) => {
    const seats = winners as number[];
    const names = listed(seats.map((seat) => nameOf(seat, people)));
    return t(`icecult.won.${String(reason)}`, {
      winners: names,
      count: seats.length,
      you: String(seats.length === 1 && seats[0] === people.me),
    });
  },
};

export function factText(fact: Fact, people: People): string {
  return FACTS[fact.key]?.(fact.values, people) ?? '';
}

/** What is due, in one line: the most pressing thing first. Of others it is enough to say what they are about. */
export function dueText(due: Fact[], people: People, seat: number, view: Record<string, unknown>): string {
  const board = viewOf(view);
  if (people.me !== seat) return othersDue(people, seat, board);
  return due
    .filter(({ key }) => key !== 'wait')
    .map((fact) => dueOf(fact, board))
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
    else if (key !== 'wait') others.push(dueOf(fact, board));
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

function dueOf({ key, values }: Fact, view: View): string {
  if (key === 'use_arrows') {
    const slots = values['slots'] as Slot[];
    return t('icecult.due.use_arrows', {
      count: slots.length,
      arrows: listed(slots.map((slot) => arrowName(view, slot))),
    });
  }
  if (key === 'use_circles')
    return t('icecult.due.use_circles', { circles: values['circles'], must: String(values['must']) });
  return t(`icecult.due.${key}`, values);
}

function arrowName(view: View, slot: Slot): string {
  return t('icecult.arrowIn', { slot, colour: topArrow(view.tops[slot])?.colour ?? 'y' });
}

/** What an action would do, for labels. */
export function actionText(action: string, document: Record<string, unknown>): string {
  const view = viewOf(document);
  const parsed = parse(action);
  if (!parsed) return action;
  if (parsed.kind === 'end') return t('icecult.action.end');
  if (parsed.kind === 'tilt') {
    const { pair, toward } = tiltOf(parsed.tilt);
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

export function topsAfter(view: View, action: string): Partial<Record<Slot, Top>> {
  const after = cubesAfter(view, action);
  return Object.fromEntries(Object.entries(after).map(([slot, { top }]) => [slot, top]));
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
