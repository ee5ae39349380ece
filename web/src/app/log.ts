/** The log of a table: what happened and still stands. */

import type { Happening } from '../protocol';

/** Kinds that take actions back: those after their ply no longer stand. */
const BACK = new Set<Happening['kind']>(['undone', 'takeback_granted']);

/** The log after more has happened. What was taken back leaves it; that it was taken back stays. */
export function after(log: readonly Happening[], happened: readonly Happening[]): readonly Happening[] {
  let now = [...log];
  const known = new Set(log.map(({ version }) => version));
  for (const one of happened) {
    if (known.has(one.version)) continue;
    if (BACK.has(one.kind) && one.ply !== null) {
      const stands = one.ply;
      now = now.filter(({ kind, ply }) => kind !== 'played' || ply === null || ply <= stands);
    }
    now.push(one);
  }
  return now;
}

/** The log with an older page before it. */
export function before(log: readonly Happening[], older: readonly Happening[]): readonly Happening[] {
  return after([], [...older, ...log]);
}
