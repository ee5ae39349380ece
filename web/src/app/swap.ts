/** Places that were swapped: whoever sat at the second seat has taken over the first. Seats are told as they are now. */

import type { People } from '../games/game';
import type { Happening } from '../protocol';

/** The people as they sat before. */
export function beforeSwap({ colours, names, me }: People): People {
  const [first = '', second = '', ...others] = names;
  return { colours, names: [second, first, ...others], me: me === 0 || me === 1 ? 1 - me : me };
}

/** The people as they sat when something happened: before what is told of a swap, they sat the other way round. */
export function peopleAt(one: Happening, log: readonly Happening[], people: People): People {
  const swap = log.find(({ kind }) => kind === 'swapped');
  return swap && one.version < swap.version ? beforeSwap(people) : people;
}

/** That places were swapped after so many actions, as a replay tells it: between this action and the next. */
export function swapAt(ply: number): Happening {
  const told = { at: 0, seat: 0, name: null, action: null, facts: [], words: null };
  return { ...told, version: ply + 0.5, kind: 'swapped', ply };
}
