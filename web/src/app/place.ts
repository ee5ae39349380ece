/** Who answers a request: this page itself, or the server. */

import { hosts } from '../local';
import { isLocal } from '../local/client';
import type { NewTable } from '../protocol';

/** Questions that any host answers alike, and in whose body the game is named. */
const ALIKE = new Set(['/api/rules', '/api/positions', '/api/try', '/api/replay', '/api/hint']);

const RULES = /^\/api\/games\/([^/]+)\/rules(?:\?|$)/;
/** Puzzles, but for what is kept of those who solve them. */
const PUZZLES = /^\/api\/puzzles\/([^/?]+)(?:\/daily\?[^/]*|\/(?!ratings$)[^/?]+(?:\/(?:try|solution))?)?$/;

export async function answeredHere(method: string, path: string, body: unknown): Promise<boolean> {
  const table = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
  if (table) return isLocal(table);
  const given = (body ?? {}) as { game?: unknown; position?: { game?: unknown }; record?: { game?: unknown } };
  if (method === 'POST' && path === '/api/tables') return onThisDevice(body as NewTable);
  if (ALIKE.has(path)) {
    if (isLocal(String((body as { table?: unknown }).table ?? ''))) return true;
    return hosts(given.game ?? given.position?.game ?? given.record?.game);
  }
  return hosts(RULES.exec(path)?.[1] ?? PUZZLES.exec(path)?.[1]);
}

/** A table at which nobody else is expected stays on this device. */
async function onThisDevice({ settings }: NewTable): Promise<boolean> {
  const alone = !settings.listed && settings.seats.every(({ who }) => who !== 'open');
  return alone && settings.seats.some(({ who }) => who === 'me') && (await hosts(settings.game));
}
