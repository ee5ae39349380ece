/**
 * The games that the app has a folder for, found by their manifests; no other file names a game.
 *
 * Which games there are the server says. One that has no folder here is played on the plain board.
 */

import type { GameInfo } from '../protocol';
import type { GameManifest, GameUI } from './game';
import plain from './plain';

const FOUND = import.meta.glob<GameManifest>(['./*/index.ts', '!./plain/index.ts'], { eager: true, import: 'default' });

export const MANIFESTS: ReadonlyMap<string, GameManifest> = new Map(
  Object.entries(FOUND).map(([path, manifest]) => [path.split('/')[1]!, manifest]),
);

export function manifestOf(game: string): GameManifest {
  return MANIFESTS.get(game) ?? plain;
}

export async function loadGame({ name, title }: Pick<GameInfo, 'name' | 'title'>): Promise<GameUI> {
  return { ...(await manifestOf(name).load()), name, title };
}
