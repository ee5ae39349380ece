/** Why a machine would play a move, in words (the reasons of ICE CULT in docs/facts.md). */

import { t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { People } from '../../game';
import { tell, type SharedReason, type Telling } from '../../telling';
import type { Reasons } from '../facts';

const who = (seat: number, people: People) => ({ me: seat === people.me ? 'yes' : 'no', name: people.names[seat] });

const REASONS: Telling<Omit<Reasons, SharedReason>, [People]> = {
  wins: (values) => t('icecult.reason.wins', values),
  stops_win: (values, people) => t('icecult.reason.stops_win', { ...values, ...who(values.seat, people) }),
  makes_threat: (values) => t('icecult.reason.makes_threat', values),
  stops_threat: (values, people) => t('icecult.reason.stops_threat', { ...values, ...who(values.seat, people) }),
  gathers: (values) => t('icecult.reason.gathers', values),
  scatters: (values, people) => t('icecult.reason.scatters', { ...values, ...who(values.seat, people) }),
  brings_home: (values) => t('icecult.reason.brings_home', values),
  advances: (values) => t('icecult.reason.advances', values),
  leaves_win: (values, people) => t('icecult.reason.leaves_win', { ...values, ...who(values.seat, people) }),
};

export function reasonText(reason: Fact, people: People): string {
  return tell(REASONS, reason, people);
}
