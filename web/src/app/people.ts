/** How those at a table are called. */

import { has, t } from '../i18n';
import type { Seat } from '../protocol';

/** A machine is called by the animal of its level, whatever the language. */
export function levelName(level: string): string {
  return has(`frame.level.${level}`) ? t(`frame.level.${level}`) : level;
}

export function seatName(seat: Pick<Seat, 'kind' | 'name' | 'level' | 'seat'>): string {
  if (seat.kind === 'machine' && seat.level) return levelName(seat.level);
  return seat.name ?? t('frame.player', { n: seat.seat + 1 });
}

export function colourName(colour: string): string {
  return t(`frame.colour.${colour}`);
}
