/** My tables in the order in which somebody looks for them. */

import type { Kept } from '../../local/store';

/** Whether a person at this screen has to decide there. */
export function isMyTurn(table: Kept): boolean {
  return (
    table.status === 'running' &&
    !table.moved &&
    table.seats.some(({ mine, seat, level }) => mine && seat === table.to_move && !level)
  );
}

/** Whether a table waits for the person: to play, or to answer. */
export function waitsForMe(table: Kept): boolean {
  return table.invited || isMyTurn(table);
}

export interface Sorted {
  /** Where the person is waited for; whatever is due first comes first. */
  waiting: Kept[];
  /** What goes on, or is about to begin. */
  running: Kept[];
  finished: Kept[];
}

export function sorted(tables: readonly Kept[]): Sorted {
  const [waiting, running, finished]: Kept[][] = [[], [], []];
  for (const table of tables)
    (waitsForMe(table) ? waiting! : table.status === 'over' || table.moved ? finished! : running!).push(table);
  const due = ({ invited, due_by }: Kept) => (invited ? 0 : (due_by ?? Infinity));
  // Where nothing is due, the newest change stays first, as the lists have it.
  waiting!.sort((a, b) => (due(a) === due(b) ? 0 : due(a) - due(b)));
  return { waiting: waiting!, running: running!, finished: finished! };
}
