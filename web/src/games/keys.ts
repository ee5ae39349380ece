/** The keys of a board, the same in every game. */

import type { GameParts } from './game';

export const BOARD_KEYS: GameParts['keys'] = [
  { keys: ['↑', '↓', '←', '→'], message: 'frame.keys.arrows' },
  { keys: ['Enter'], message: 'frame.keys.enter' },
  { keys: ['1', '…', '9'], message: 'frame.keys.pick' },
  { keys: ['N'], message: 'frame.keys.next' },
  { keys: ['E'], message: 'frame.keys.end' },
];

/** A key that means a board, wherever the focus is: not while somebody types, nor in a dialog or a menu. */
export function boardKey(event: KeyboardEvent): string | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, dialog, .menu')) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** The one after the focused of some elements, round and round; before the first, if none is focused. */
export function nextOf<T extends Element>(all: readonly T[], step: 1 | -1): T | undefined {
  const at = all.findIndex((one) => one === document.activeElement);
  return all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
}
