/** The games that the app can show. What a game needs is loaded when it is first asked for. */

import type { Component } from 'svelte';
import type { GameUI, Motion, OptionInputProps } from './game';

export interface GameEntry {
  name: string;
  title: string;
  load: () => Promise<GameUI>;
  /** The living miniature of the home page: small, SVG, without three.js. */
  loadMiniature: () => Promise<Component<{ motion: Motion }>>;
  /** Inputs of rule options that are more than a choice or a number, by the option's name. */
  loadOptionInputs?: () => Promise<Record<string, Component<OptionInputProps>>>;
}

export const GAMES: readonly GameEntry[] = [
  {
    name: 'icecult',
    title: 'ICE CULT',
    load: async () => (await import('./icecult')).icecult,
    loadMiniature: async () => (await import('./icecult/Miniature.svelte')).default,
    loadOptionInputs: async () => ({ cubes: (await import('./icecult/CubesOption.svelte')).default }),
  },
  {
    name: 'igluiglu',
    title: 'IGLU IGLU',
    load: async () => (await import('./igluiglu')).igluiglu,
    loadMiniature: async () => (await import('./igluiglu/Miniature.svelte')).default,
    loadOptionInputs: async () => ({ mix: (await import('./igluiglu/MixOption.svelte')).default }),
  },
];

export function gameEntry(name: string): GameEntry {
  const found = GAMES.find((game) => game.name === name);
  if (!found) throw new Error(`no game ${name}`);
  return found;
}
