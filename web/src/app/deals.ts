/**
 * What this device was promised of a deal, and what it added to it: kept until the game is over, and then compared with
 * the record. The server cannot have chosen the deal if all of it fits; see docs/fairness.md.
 */

import { hosts } from '../local';
import type { Sit, StateMessage, TableView } from '../protocol';
import { api, Failure } from './api';

const KEY = 'floe.deals';
const MOST = 60;

interface Promised {
  commitment: string;
  entropy: string;
}

function kept(): Record<string, Promised> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Promised>;
  } catch {
    return {};
  }
}

/** One's own part of the deal: 64 hexadecimal digits that nobody else has a hand in. */
function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A table with one's own part of the deal, if it waits for that. It is sent only now that the table is there: by then the
 * server has committed itself, and cannot choose its secret to suit what it is told.
 */
export async function withEntropy(table: TableView): Promise<TableView> {
  if (!table.seats.some(({ mine, entropy_due }) => mine && entropy_due)) return table;
  return api.addEntropy(table.id, { entropy: drawnFor(table) });
}

/** Take a seat at a table that is shown, with one's own part of the deal. */
export function sit(table: TableView, wanted: Omit<Sit, 'entropy'>): Promise<TableView> {
  return api.sit(table.id, { ...wanted, entropy: drawnFor(table) });
}

/**
 * What is added to a table's deal. It is kept with what was shown of the table before, and stays what it is: it may have
 * to be sent again.
 */
function drawnFor({ id, commitment }: Pick<TableView, 'id' | 'commitment'>): string {
  const promised = kept();
  const before = promised[id];
  if (before) return before.entropy;
  const drawn = entropy();
  const newest = Object.entries(promised).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...newest, [id, { commitment, entropy: drawn }]])));
  } catch {
    // Nothing can be kept here; then nothing is claimed later either.
  }
  return drawn;
}

export type Verdict = 'fair' | 'forged' | 'unchecked';

/** Whether the deal of a finished game is what was promised. This page checks it, not the server. */
export async function checked({ table, seat, position }: StateMessage, mine: number): Promise<Verdict> {
  const promised = kept()[table.id];
  if (!promised?.commitment || !(await hosts(table.game))) return 'unchecked';
  const record = await api.record(table.id);
  try {
    const found = await api.verify({ record, seat: seat ?? mine });
    const same = found.commitment === promised.commitment && found.entropy === promised.entropy;
    return same && (seat === null || alike(found.view, position?.view)) ? 'fair' : 'forged';
  } catch (fault) {
    if (fault instanceof Failure && fault.status === 400) return 'forged';
    throw fault;
  }
}

/** Whether two documents say the same, in whatever order. */
function alike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => alike(a[key], b[key]));
}
