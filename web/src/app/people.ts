/** How those at a table are called. */

import { has, t } from '../i18n';
import type { SeatView } from '../protocol';

/** A machine is called by the animal of its level, whatever the language. */
export function levelName(level: string): string {
  return has(`frame.level.${level}`) ? t(`frame.level.${level}`) : level;
}

/** How the server calls people who have not told their name. */
const NAMELESS = 'Guest';

export function nameless(seat: Pick<SeatView, 'name'>): boolean {
  return seat.name === null || seat.name === NAMELESS;
}

export function seatName(seat: Pick<SeatView, 'kind' | 'name' | 'level' | 'seat'>): string {
  if (seat.kind === 'machine' && seat.level) return levelName(seat.level);
  if (nameless(seat)) return t('frame.guest');
  return seat.name ?? '';
}

/** How somebody is called in a list: who has told no name is "you" to themself, unless all seats are theirs. */
export function listedName(seat: SeatView, seats: readonly SeatView[]): string {
  return isMe(seat, seats) && nameless(seat) ? t('frame.you') : seatName(seat);
}

/** Whether a seat is the only one of whoever looks. */
export function isMe(seat: SeatView, seats: readonly SeatView[]): boolean {
  return seat.mine && seats.filter(({ mine }) => mine).length === 1;
}

/** The names of all at a table; those who would be called alike are numbered. */
export function namesOf(seats: readonly Pick<SeatView, 'kind' | 'name' | 'level' | 'seat'>[]): string[] {
  return numbered(seats.map(seatName));
}

export function numbered(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const alike = names.filter((other) => other === name).length > 1;
    return alike ? `${name} ${names.slice(0, i + 1).filter((other) => other === name).length}` : name;
  });
}

export function colourName(colour: string): string {
  return t(`frame.colour.${colour}`);
}
