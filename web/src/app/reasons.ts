/** Why a machine would play a move: what holds for every game is said here, the rest by the game. */

import type { GameUI, People } from '../games/game';
import type { SharedReason } from '../games/telling';
import { number, t } from '../i18n';
import type { Fact } from '../protocol';

/** So many reasons make a line; more would bury them. */
const MOST = 3;
const SHARED: readonly string[] = [
  'only_choice',
  'wins_for_sure',
  'all_others_lose',
  'better_than',
] satisfies SharedReason[];

export function reasonsText(reasons: readonly Fact[], ui: GameUI, people: People): string {
  return reasons
    .slice(0, MOST)
    .map((reason) => (SHARED.includes(reason.key) ? shared(reason) : ui.reasonText(reason, people)))
    .filter(Boolean)
    .join(' ');
}

function shared({ key, values }: Fact): string {
  if (key !== 'better_than') return t(`reasons.${key}`);
  const percent = (value: unknown) => number(Number(value) / 100, { style: 'percent' });
  return t('reasons.better_than', {
    chances: percent(values['chances']),
    others: percent(values['others']),
    action: String(values['action']),
  });
}
