/** One menu on a screen: where a screen has its own, it takes up the links of the page's head. */

import { untrack } from 'svelte';
import { hasServer } from './kind';

export const GAMES = '/games';
export const MISTAKES = '/mistakes';

/** Where one can go from everywhere. */
export const LINKS: readonly (readonly [path: string, message: string])[] = [
  ...(hasServer ? [['/lobby', 'frame.nav.lobby'] as const] : []),
  [GAMES, 'frame.nav.games'],
  ['/replay', 'frame.nav.replays'],
  ['/analyse', 'frame.nav.analyse'],
  ['/puzzles', 'frame.nav.puzzles'],
  [MISTAKES, 'mistakes.nav'],
  ['/learn', 'frame.nav.learn'],
  ['/settings', 'frame.nav.settings'],
];

let hosts = $state(0);

export function menuIsHosted(): boolean {
  return hosts > 0;
}

/** For as long as a screen has the menu. Answers how to give it back. */
export function hostMenu(): () => void {
  untrack(() => (hosts += 1));
  return () => {
    hosts -= 1;
  };
}
