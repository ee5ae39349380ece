/** What a newcomer to ICE CULT is told, and what of the board it points at. */

import { t } from '../../../i18n';
import type { PositionView, Result } from '../../../protocol';
import type { GameCoach, People, Tip } from '../../game';
import Goal from '../board/Goal.svelte';
import { topArrow, type Colour } from '../model/cubesets';
import { DIRECTIONS, SLOTS } from '../model/geometry';
import { parse, type Step } from '../model/notation';
import { count, cubesAfter, movementOf, threatsIn, viewOf, type Movement, type View } from '../model/view';

const PAWNS = 5;

/** So that the board comes before the lists beside it. */
const onBoard = (action: string) => [
  `.board [data-action="${action}"]`,
  `[data-action="${action}"]:not([aria-disabled="true"])`,
];

function threatTips(position: PositionView, people: People, seat: number): Tip[] {
  return threatsIn(position).map(({ seat: whose, goal, path, space }) => {
    const mine = whose === seat;
    const values = { name: people.names[whose] ?? '', path, space, goal };
    return {
      thing: mine ? 'chance' : 'threat',
      words: t(mine ? 'icecult.coach.chance' : 'icecult.coach.threat', values),
      at: [`[data-threat="${path}${space}"]`],
      danger: true,
    };
  });
}

/** The tilt that brings up the most arrows of a colour. */
function bestTilt(view: View, legal: readonly string[], colour: Colour): { tilt: string; arrows: number } | null {
  const rated = legal.map((tilt) => {
    const after = cubesAfter(view, tilt);
    const tops = SLOTS.map((slot) => after[slot]?.top ?? view.tops[slot]);
    return { tilt, arrows: tops.filter((top) => topArrow(top)?.colour === colour).length };
  });
  return rated.sort((a, b) => b.arrows - a.arrows)[0] ?? null;
}

function tiltTip(view: View, legal: readonly string[], colour: Colour): Tip[] {
  const best = bestTilt(view, legal, colour);
  if (!best) return [];
  const first = view.phase === 'tilt1';
  const words = t(first ? 'icecult.coach.tilt' : 'icecult.coach.tilt2', { colour, arrows: best.arrows });
  return [{ thing: first ? 'tilt' : 'tilt2', words, at: [`.board [data-tilt="${best.tilt}"]`, ...onBoard(best.tilt)] }];
}

interface Choice {
  action: string;
  step: Step;
  movement: Movement;
}

function stepsIn(view: View, legal: readonly string[]): Choice[] {
  return legal.flatMap((action) => {
    const step = parse(action);
    const movement = step?.kind === 'step' ? movementOf(view, step) : null;
    return step?.kind === 'step' && movement ? [{ action, step, movement }] : [];
  });
}

/** Own pawns best go home, or as far as they have come; those of others best do not. */
function bestStep(choices: readonly Choice[], own: boolean): Choice | undefined {
  return [...choices].sort((a, b) => (own ? 1 : -1) * (b.movement.to - a.movement.to))[0];
}

const owner = (view: View, colour: Colour) => view.players.indexOf(colour);

function whose(view: View, colour: Colour, seat: number): 'own' | 'other' | 'neutral' {
  const of = owner(view, colour);
  return of === seat ? 'own' : of < 0 ? 'neutral' : 'other';
}

function stepTips(view: View, legal: readonly string[], people: People, seat: number): Tip[] {
  const choices = stepsIn(view, legal);
  const tips: Tip[] = [];
  for (const slot of SLOTS) {
    const due = choices.filter(({ step }) => step.slot === slot && !step.circle);
    const colour = due[0]?.movement.colour;
    if (!colour) continue;
    const thing = whose(view, colour, seat);
    const best = bestStep(due, thing === 'own')!;
    const values = { colour, path: best.movement.path, name: people.names[owner(view, colour)] ?? '' };
    const at = [...onBoard(best.action), `.item[data-slot="${slot}"]`];
    tips.push({ thing, words: t(`icecult.coach.${thing}`, values), at });
  }
  const ride = choices.find(({ movement }) => movement.pawns.length > 1);
  if (ride) {
    const words = t('icecult.coach.ride', { riders: ride.movement.pawns.length - 1 });
    tips.push({ thing: 'ride', words, at: [...onBoard(ride.action), `.item[data-slot="${ride.step.slot}"]`] });
  }
  // Own arrows first: they are what one waits for.
  tips.sort((a, b) => Number(b.thing === 'own') - Number(a.thing === 'own'));
  const copy = choices.find(({ step }) => step.circle);
  if (copy)
    tips.push({
      thing: 'circle',
      words: t('icecult.coach.circle'),
      at: ['.steps [data-action^="*"]', '.item.copy:not([aria-pressed="true"])', '.item.circle:not(.dim)'],
    });
  return tips;
}

function moveTips(view: View, legal: readonly string[], people: People, seat: number): Tip[] {
  const tips = stepTips(view, legal, people, seat);
  const turns = legal.some((action) => parse(action)?.kind === 'turn');
  if (turns && !tips.length)
    tips.push({ thing: 'arc', words: t('icecult.coach.arc'), at: ['.turns [data-action]', '.item.arc:not(.dim)'] });
  if (legal.includes('end')) tips.push({ thing: 'end', words: t('icecult.coach.end'), at: ['.end button'] });
  return tips;
}

function tips(position: PositionView, people: People, seat: number): Tip[] {
  const view = viewOf(position.view);
  const { legal } = position;
  const dangers = threatTips(position, people, seat);
  if (!legal.length) return dangers.filter(({ thing }) => thing === 'threat');
  const colour = view.players[seat]!;
  const doing = view.phase === 'move' ? moveTips(view, legal, people, seat) : tiltTip(view, legal, colour);
  return [...dangers, ...doing];
}

function things(action: string, position: PositionView, seat: number): string[] {
  const view = viewOf(position.view);
  const parsed = parse(action);
  if (parsed?.kind === 'tilt') return [view.phase === 'tilt1' ? 'tilt' : 'tilt2'];
  if (parsed?.kind === 'turn') return ['arc'];
  if (parsed?.kind === 'end') return ['end'];
  const movement = parsed?.kind === 'step' ? movementOf(view, parsed) : null;
  if (!movement || parsed?.kind !== 'step') return [];
  return [
    parsed.circle ? 'circle' : whose(view, movement.colour, seat),
    ...(movement.pawns.length > 1 ? ['ride'] : []),
  ];
}

function lost(position: PositionView, people: People, _seat: number, result: Result): string {
  const view = viewOf(position.view);
  const winner = result.winners[0]!;
  const name = people.names[winner] ?? '';
  if (result.reason === 'home') return t('icecult.coach.lost.home', { name });
  if (result.reason !== 'tower') return '';
  const colour = view.players[winner]!;
  for (const path of DIRECTIONS) {
    const at = view.paths[path].findIndex((stack) => count(stack, colour) === PAWNS);
    if (at >= 0) return t('icecult.coach.lost.tower', { name, path, space: at + 1 });
  }
  return '';
}

export const coach: GameCoach = { Goal, tips, things, lost };
