/** What the server is and who the person is: asked once, kept for all screens. */

import { manifestOf } from '../games';
import type { Step } from '../games/lessons';
import type { GameInfo, Me, ServerInfo } from '../protocol';
import { PROTOCOL } from '../protocol';
import { api } from './api';
import { serverAway } from './reach.svelte';

let info = $state.raw<ServerInfo | null>(null);
let me = $state.raw<Me | null>(null);
let asked: Promise<ServerInfo> | null = null;
let askedMe: Promise<Me> | null = null;

export function loadServer(): Promise<ServerInfo> {
  asked ??= api.server().then(
    (answer) => (info = answer),
    (fault: unknown) => {
      asked = null;
      throw fault;
    },
  );
  return asked;
}

/** The app in this tab is of another time than the server: it has to be reloaded. */
export function outdated(): boolean {
  return info !== null && info.protocol !== PROTOCOL;
}

/** The documentation in a language, where the server has it: only what players need is there in all of them. */
export function docsIn(language: string): string | null {
  return info?.docs ? `/docs/${language === 'en' ? '' : `${language}/`}index.html` : null;
}

/** The games that can be played here; none before the server has told. */
export function games(): readonly GameInfo[] {
  return info?.games ?? [];
}

/** What a game is called; before the server has told, by the name that programs call it. */
export function titleOf(name: string): string {
  return gameInfo(name)?.title ?? name;
}

/** How the lessons of a game are had: from its folder here, or else from the server; null if there are none. */
export function lessonsOf(game: GameInfo): (() => Promise<Step[]>) | null {
  return manifestOf(game.name).loadLessons ?? (game.lessons ? () => api.lessons(game.name) : null);
}

export function gameInfo(name: string): GameInfo | undefined {
  return info?.games.find((game) => game.name === name);
}

export function myName(): string | null {
  return me?.name ?? null;
}

/**
 * Who the person is. A browser that was never here before becomes somebody by this, so it comes before anything that is
 * done as somebody: tables, seats, sockets.
 */
export function loadMe(): Promise<Me> {
  askedMe ??= api.me().then(
    (answer) => (me = answer),
    (fault: unknown) => {
      askedMe = null;
      throw fault;
    },
  );
  return askedMe;
}

export async function rename(name: string): Promise<void> {
  me = await api.rename(name);
}

const LOOK_EVERY_MS = 10_000;

/** While the server is away look for it, and when it is back ask it what this page had to answer in its place. */
export function followServer(): () => void {
  const look = async () => {
    if (!serverAway() || document.hidden) return;
    const told = await api.serverItself().catch(() => null);
    if (!told) return;
    info = told;
    asked = Promise.resolve(told);
    askedMe = null;
    await loadMe();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  addEventListener('online', look);
  return () => {
    clearInterval(timer);
    removeEventListener('online', look);
  };
}
