/** After a defeat: the last moment at which it could be averted, and a table that begins there. */

import type { Happening, Judgement, SeatPlan, SeatView, TableView } from '../../protocol';
import { api } from '../api';
import { orNotice } from '../notices.svelte';
import { setUp } from '../newtable/starting';

/** What a decision must have cost, in share of the win, to be where the game was lost. */
const COSTLY = 0.08;

/** The ply at which one's last turn began: what is known before any machine has looked at the game. */
export function lastTurn(log: readonly Happening[], seat: number): number | null {
  const played = log.filter(({ kind }) => kind === 'played');
  let at = played.findLastIndex((one) => one.seat === seat);
  if (at < 0) return null;
  while (at > 0 && played[at - 1]!.seat === seat) at--;
  return played[at]!.ply - 1;
}

/** The ply before one's last decision that gave away what another would have kept; else null. */
export function lastChance(judgements: readonly Judgement[], log: readonly Happening[], seat: number): number | null {
  const mine = new Set(log.filter((one) => one.kind === 'played' && one.seat === seat).map(({ ply }) => ply));
  const costly = judgements.filter(({ ply, loss }) => mine.has(ply) && loss >= COSTLY).map(({ ply }) => ply);
  return costly.length ? Math.max(...costly) - 1 : null;
}

/** The same seats again: oneself where one sat, the machines as they were. */
export function sameSeats(seats: readonly SeatView[]): SeatPlan[] {
  return seats.map(({ mine, level }) => (mine || !level ? { who: 'me' } : { who: 'machine', level }));
}

/** A table that goes on from within a finished game. */
export async function playFrom(table: TableView, ply: number): Promise<void> {
  const record = await orNotice(api.record(table.id));
  if (!record) return;
  const { game, colours, rules } = table.settings;
  await setUp({ settings: { game, colours, rules, seats: sameSeats(table.seats) }, record, ply });
}
