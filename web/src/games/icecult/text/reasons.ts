/** Why a machine would play a move, and what is wrong with a try at a puzzle, in words (docs/facts.md, ICE CULT). */

import { t } from '../../../i18n';
import type { Fact } from '../../../protocol';
import type { People } from '../../game';
import { tell, type SharedReason, type Telling } from '../../telling';
import type { Reasons, Refutations } from '../facts';

const who = (seat: number, people: People) => ({ me: seat === people.me ? 'yes' : 'no', name: people.names[seat] });

const REASONS: Telling<Omit<Reasons, SharedReason> & Refutations, [People]> = {
  wins: (values) => t('icecult.reason.wins', values),
  stops_win: (values, people) => t('icecult.reason.stops_win', { ...values, ...who(values.seat, people) }),
  makes_threat: (values) => t('icecult.reason.makes_threat', values),
  stops_threat: (values, people) => t('icecult.reason.stops_threat', { ...values, ...who(values.seat, people) }),
  gathers: (values) => t('icecult.reason.gathers', values),
  scatters: (values, people) => t('icecult.reason.scatters', { ...values, ...who(values.seat, people) }),
  brings_home: (values) => t('icecult.reason.brings_home', values),
  advances: (values) => t('icecult.reason.advances', values),
  leaves_win: (values, people) => t('icecult.reason.leaves_win', { ...values, ...who(values.seat, people) }),
  misses_win: () => t('icecult.puzzle.refuted.misses_win'),
  allows_reply: ({ seat }, people) => t('icecult.puzzle.refuted.allows_reply', who(seat, people)),
  ends_game: () => t('icecult.puzzle.refuted.ends_game'),
};

export function reasonText(reason: Fact, people: People): string {
  return tell(REASONS, reason, people);
}
