/** From a finished game to exercises: what its analysis found is looked at again, and only what holds is kept. */

import type { Analysis, ActionJudged, Judgement, TableView, Tried } from '../../protocol';
import type { api } from '../api';
import { namesOf } from '../people';
import { worst } from './choosing';
import { newCard, type Exercise } from './exercises';

/** What is asked of the hosts of tables and of machines. */
export type Finder = Pick<typeof api, 'table' | 'record' | 'try' | 'judge' | 'analysis'>;

/** The seats that are one's own. */
export function ownSeats({ seats }: Pick<TableView, 'seats'>): number[] {
  return seats.filter(({ mine, kind }) => mine && kind === 'person').map(({ seat }) => seat);
}

/** The exercises of a game whose analysis is done. */
export async function exercisesOf(
  id: string,
  analysis: Analysis,
  hidden: (game: string) => boolean,
  ask: Finder,
): Promise<Exercise[]> {
  const [table, record] = await Promise.all([ask.table(id), ask.record(id)]);
  const actions = (record['actions'] as unknown[]).map(String);
  const { moves } = await ask.try({ record, actions });
  const chosen = worst(
    analysis.judgements,
    moves.map(({ seat }) => seat),
    ownSeats(table),
  );
  const found: Exercise[] = [];
  for (const judgement of chosen) {
    const before = await ask.try({ record, actions: actions.slice(0, judgement.ply - 1), mover: true });
    const exercise = await examined(table, record, judgement, actions[judgement.ply - 1]!, before, hidden, ask);
    if (exercise) found.push(exercise);
  }
  return found;
}

/** The exercise, if a second and longer look finds that something was given away. */
async function examined(
  table: TableView,
  record: Record<string, unknown>,
  { ply }: Judgement,
  played: string,
  { document, position, to_move: seat }: Tried,
  hidden: (game: string) => boolean,
  ask: Finder,
): Promise<Exercise | null> {
  const secret = hidden(table.game);
  const from = secret ? position.view : document;
  const judged: ActionJudged = await ask.judge({
    position: from,
    action: played,
    ...(secret ? { sampled: true, seat } : {}),
  });
  if (judged.grade !== 'mistake' && judged.grade !== 'blunder') return null;
  return {
    key: `${table.id}/${ply}`,
    table: table.id,
    ply,
    game: table.game,
    rulesVersion: Number(record['rules_version'] ?? 1),
    seat: seat!,
    position: from,
    hidden: secret,
    names: namesOf(table.seats),
    played,
    best: judged.best,
    loss: judged.loss,
    reasons: judged.reasons,
    at: table.changed,
    card: newCard(new Date()),
  };
}
