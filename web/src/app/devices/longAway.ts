/**
 * Whether somebody has been away for so long that the server is about to forget them, or has. The browser itself keeps
 * when it was here last: of those whom a server has forgotten, it knows nothing.
 */

import { api } from '../api';
import { loadMe } from '../server.svelte';

const KEPT_AS = 'floe.visit';
const DAY_MS = 86_400_000;

export interface Absence {
  /** `gone`: the server has deleted what it knew. `soon`: half of its time was over, or more. */
  kind: 'soon' | 'gone';
  since: number;
  days: number;
}

/** What to tell of an absence; null if nothing. Days of 0 are for ever. */
export function absence(since: number, now: number, days: number, known: boolean): Absence | null {
  const away = (now - since) / DAY_MS;
  if (!since || !days || away * 2 < days) return null;
  if (away >= days && !known) return { kind: 'gone', since, days };
  return { kind: 'soon', since, days };
}

/** Keep that somebody is here, and tell how long nobody was. Asked once, when the page opens. */
export async function comeBack(now: number = Date.now()): Promise<Absence | null> {
  let since = 0;
  try {
    since = Number(localStorage.getItem(KEPT_AS)) || 0;
    localStorage.setItem(KEPT_AS, String(now));
  } catch {
    return null; // nothing can be kept here
  }
  if (now - since < DAY_MS) return null;
  const named = api.keptName() !== null;
  const [me, { guests_after: days }] = await Promise.all([loadMe(), api.privacy()]);
  return absence(since, now, days, !named || me.name !== null);
}
