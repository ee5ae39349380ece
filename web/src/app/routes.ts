/** The screens of the app by their addresses. Each is loaded when it is first opened. */

import type { Component } from 'svelte';
import { MANIFESTS } from '../games';
import { hasServer } from './kind';

export interface Screen {
  /** The component, whose props are the texts that its pattern takes from the address. */
  load: () => Promise<{ default: Component<any> }>;
  /** The screen needs the room: the head of the page is as low as can be. */
  slim?: boolean;
}

const home: Screen = { load: () => import('./home/Home.svelte') };
const replay: Screen = { load: () => import('./replay/Replay.svelte'), slim: true };
const learn: Screen = { load: () => import('./learn/Learn.svelte'), slim: true };

export const ROUTES: readonly (readonly [pattern: string, screen: Screen])[] = [
  ['/', home],
  ['/new', { load: () => import('./newtable/NewTable.svelte') }],
  ['/t/:id', { load: () => import('./table/TableScreen.svelte'), slim: true }],
  ...(hasServer ? [['/lobby', { load: () => import('./lists/Lobby.svelte') }] as const] : []),
  ...(hasServer ? [['/notices/:what/:token', { load: () => import('./calling/LinkScreen.svelte') }] as const] : []),
  ['/games', { load: () => import('./lists/MyGames.svelte') }],
  ['/replay', { load: () => import('./replay/OpenReplay.svelte'), slim: true }],
  ['/replay/:id', replay],
  ['/analyse', { load: () => import('./study/Analyse.svelte'), slim: true }],
  ['/puzzles', { load: () => import('./puzzles/Puzzles.svelte') }],
  ['/puzzles/:game/:id', { load: () => import('./puzzles/Solve.svelte'), slim: true }],
  ['/mistakes', { load: () => import('./mistakes/Mistakes.svelte'), slim: true }],
  ['/learn', learn],
  ['/learn/:game', learn],
  ['/learn/:game/:step', learn],
  ['/rules/:game', { load: () => import('./rules/Rules.svelte') }],
  ['/about', { load: () => import('./about/About.svelte') }],
  ['/privacy', { load: () => import('./privacy/Privacy.svelte') }],
  ...(hasServer
    ? ([
        ['/devices', { load: () => import('./devices/Devices.svelte') }],
        ['/move', { load: () => import('./devices/Move.svelte') }],
      ] as const)
    : []),
  ['/settings', { load: () => import('./Settings.svelte') }],
  ...[...MANIFESTS.values()].flatMap(({ pages = [] }) => pages.map(({ path, load }) => [path, { load }] as const)),
];
