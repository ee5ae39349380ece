/** What is told in words of what happens at a table: in the log and to screen readers. */

import type { GameUI, People } from '../../games/game';
import { called, person, victors } from '../../games/telling';
import { listed, number, t } from '../../i18n';
import type { Happening, Result, StateMessage } from '../../protocol';
import type { Step } from '../stepper';
import { peopleAt } from '../swap';

/** What belongs to setting up a table and tells nobody anything. */
const UNTOLD = new Set<Happening['kind']>(['created', 'entropy_added', 'ready', 'joined']);

/** One entry of the log; empty if there is nothing to tell. */
export function happeningText(one: Happening, people: People, ui: GameUI): string {
  const name = one.name ?? (one.seat === null ? '' : (people.names[one.seat] ?? ''));
  // Of a game without words here the server's tell what happened, but not who did it.
  if (one.words)
    return t('frame.log.told', { name: one.seat === null ? name : called(people, one.seat), words: one.words });
  if (one.kind === 'played')
    return one.facts
      .map((fact) => ui.factText(fact, people))
      .filter(Boolean)
      .join(' ');
  if (UNTOLD.has(one.kind)) return '';
  if (one.kind === 'takeback_granted' && one.seat === null) return t('frame.log.takeback_done');
  return t(`frame.log.${one.kind}`, { ...person(people, one.seat), name });
}

/** What has to be done now, and by whom; in fewer words for those who see the board. */
export function dueText(state: StateMessage, people: People, ui: GameUI, brief = false): string {
  const { position, waiting_for: waiting, table } = state;
  if (!position || table.status !== 'running') return '';
  const seat = waiting[0] ?? table.to_move;
  if (seat === null) return '';
  const words = (brief && ui.dueBrief) || ui.dueText;
  const atThisScreen = people.me === null && state.seat === seat && table.seats[seat]?.mine;
  if (!atThisScreen) return words(position, people, seat);
  // Of several people at one screen this one is spoken to, by name.
  const due = words(position, { ...people, me: seat }, seat);
  return t('frame.due.of', { name: people.names[seat] ?? '', due });
}

/** How the game ended, in one line: who won and, where points are counted, how many each has. */
export function resultText(state: StateMessage, people: People, ui: GameUI): string {
  const result = state.table.result;
  if (!result) return '';
  const points = result.resigned === null && state.position ? ui.points?.(state.position) : null;
  const standing = points?.map((n, seat) => `${called(people, seat)} ${number(n)}`);
  return [winText(result, people), standing && t('frame.result.points', { standing: listed(standing) })]
    .filter(Boolean)
    .join(' ');
}

/** Who won. */
export function winText(result: Result, people: People): string {
  if (result.reason === 'closed') return t('frame.result.closed');
  const draw = result.winners.length === people.names.length;
  if (draw) return t('frame.result.draw');
  const { you, names } = victors(people, result.winners);
  if (result.winners.length === 1) return t('frame.result.won', { name: names, you });
  return t('frame.result.shared', { names, you: String(you !== 'false') });
}

/** A step for the ear: what happened, and what is due now. */
export function spoken({ state, happened, animate }: Step, people: People, ui: GameUI): string {
  const news = animate ? happened.map((one) => happeningText(one, peopleAt(one, happened, people), ui)) : [];
  return [...news, dueText(state, people, ui), resultText(state, people, ui)].filter(Boolean).join(' ');
}
