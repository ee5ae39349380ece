/** What goes from a device with the person who leaves it. */

import { shelves, type Shelves } from '../practice/shelves';

/**
 * The tries of puzzles that are kept here: they are the person's at the server, too, and whoever is here next would have
 * them told as their own.
 */
export async function forgetPuzzles(from: Shelves = shelves): Promise<void> {
  for (const shelf of ['tries', 'days', 'records'] as const)
    for (const { key } of await from.all(shelf)) await from.remove(shelf, key);
}
