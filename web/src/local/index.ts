/** What this page can host by itself: the games whose rules were built into it. */

import { LocalTables } from './client';
import type { Built } from './host';

let asked: Promise<Built | null> | null = null;
let tables: LocalTables | null = null;
let thinking: LocalTables | null = null;

/** What was built into the page; null where it cannot host tables: an old browser, or a page built without kernels. */
export function built(): Promise<Built | null> {
  asked ??= able()
    ? fetch(new URL('python/built.json', document.baseURI))
        .then((response) => (response.ok ? (response.json() as Promise<Built>) : null))
        .catch(() => {
          asked = null; // another try may be luckier
          return null;
        })
    : Promise.resolve(null);
  return asked;
}

function able(): boolean {
  return typeof WebAssembly === 'object' && typeof Worker === 'function' && typeof indexedDB === 'object';
}

/** Whether the page itself can play a game. */
export async function hosts(game: unknown): Promise<boolean> {
  return typeof game === 'string' && game in ((await built())?.searches ?? {});
}

/** A worker of its own for long thoughts, so that no table waits for them. `freeThinker` ends it. */
export function thinker(): LocalTables {
  return (thinking ??= LocalTables.start());
}

export function freeThinker(): void {
  thinking?.end();
  thinking = null;
}

/** While somebody still chooses, load what a table of this game needs, if the page itself can play it. */
export async function prepare(game: string): Promise<void> {
  if (await hosts(game)) localTables().prepare(game);
}

/** The tables of this device. Their worker is started when they are first needed. */
export function localTables(): LocalTables {
  return (tables ??= LocalTables.start());
}
