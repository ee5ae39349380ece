/** Why a machine would play a move, in words (the reasons of ICE CULT in docs/facts.md). */

import { t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { People } from '../../game';

export function reasonText({ key, values }: Fact, people: People): string {
  const seat = values['seat'];
  const about = typeof seat === 'number' ? { me: seat === people.me ? 'yes' : 'no', name: people.names[seat] } : {};
  return t(`icecult.reason.${key}`, { ...values, ...about });
}
