/** What a position says of itself, as far as the server has put it into words. */

import { t } from '../../../i18n';
import type { PositionView } from '../../../protocol';
import type { People } from '../../game';

/** What is due for whoever reads; of others it is enough to say that it is their turn. */
export function dueText({ plain }: PositionView, people: People, seat: number): string {
  if (people.me !== seat) return t('plain.waiting', { name: people.names[seat] ?? '' });
  return plain?.due || t('plain.yours');
}

/** An action as the game's own words show it, under their heading; as it is written where it is not offered. */
export function actionText(action: string, { plain }: PositionView): string {
  for (const { heading, actions } of plain?.groups ?? []) {
    const found = actions.find((one) => one.action === action);
    if (found) return heading ? `${heading}: ${found.text}` : found.text;
  }
  return action;
}
