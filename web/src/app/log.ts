/** The log of a table: what happened and still stands, and the turns that it tells of. */

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

/** A turn as the log tells it, or something that happened between turns. */
export interface Chapter {
  /** The version of its first entry. */
  key: number;
  /** Whose turn; null for what is no turn. */
  seat: number | null;
  entries: readonly Happening[];
}

/** What belongs to the turn in which it happens, though it is no action. */
const ASIDES = new Set<Happening['kind']>([...BACK, 'takeback_asked', 'takeback_declined']);
const ENDS = new Set(['turn_ended', 'won']);

/**
 * The log turn by turn. A turn lasts until a fact ends it or another seat acts, unless that seat only `answers` what the
 * turn has brought about.
 */
export function chapters(log: readonly Happening[], answers: (action: string) => boolean = () => false): Chapter[] {
  const told: { key: number; seat: number | null; entries: Happening[] }[] = [];
  let running: (typeof told)[number] | null = null;
  for (const one of log) {
    const action = one.kind === 'played' ? (one.action ?? '') : null;
    const goesOn =
      running !== null && (action === null ? ASIDES.has(one.kind) : one.seat === running.seat || answers(action));
    if (goesOn) running!.entries.push(one);
    else {
      const begun = { key: one.version, seat: action === null ? null : one.seat, entries: [one] };
      told.push(begun);
      running = action === null ? null : begun;
    }
    if (one.facts.some(({ key }) => ENDS.has(key))) running = null;
  }
  return told;
}
