/** How many tables wait for the person, for the menu and the title of every page. */

import { api } from '../api';
import { router } from '../router.svelte';
import { waitsForMe } from './sorting';
import type { Kept } from '../../local/store';

const LOOK_EVERY_MS = 20_000;
/** Whatever a page needs first comes first. */
const FIRST_AFTER_MS = 1_500;

let waiting = $state.raw<readonly string[]>([]);

/** The table on the screen says by itself that it waits. */
export function waitingCount(): number {
  return waiting.filter((id) => router.path !== `/t/${id}`).length;
}

/** Whoever has just loaded the list says so: the number follows at once. */
export function heard(tables: readonly Kept[]): void {
  waiting = tables.filter(waitsForMe).map(({ id }) => id);
  void badge(waiting.length);
}

/** The number on the icon of the installed app, where the system shows one. */
async function badge(n: number): Promise<void> {
  try {
    await (n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.());
  } catch {
    // Not everywhere may pages do that.
  }
}

async function look(): Promise<void> {
  const page = await api.myTables().catch(() => null);
  if (page) heard(page.tables);
}

/** Keep the number true while the page is open. Answers how to stop. */
export function followWaiting(): () => void {
  const seen = () => void (document.hidden || look());
  const always = () => void look(); // in the background, too: the title is what is seen of a tab there
  const first = setTimeout(always, FIRST_AFTER_MS);
  const timer = setInterval(always, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', seen);
  addEventListener('focus', seen);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('focus', seen);
  };
}

/** Look again now: somebody has left a table, where things have changed. */
export function lookAgain(): void {
  void look();
}

/** The title of a page, with the number of tables that wait before it. */
export function titled(title: string): string {
  const n = waitingCount();
  return n ? `(${n}) ${title}` : title;
}
