/** Puzzles in words. What a game has no words for is told by its key. */

import type { GameUI, People } from '../../games/game';
import { maybe } from '../../i18n';
import type { PuzzleView } from '../../protocol';
import { colourName } from '../people';
import type { Colour } from '../../games/game';

/** Those who play, by their colours. */
export function peopleOf({ shown, seat }: Pick<PuzzleView, 'shown' | 'seat'>): People {
  const players = shown.document['players'];
  const colours = (Array.isArray(players) ? players : []) as Colour[];
  return { colours, names: colours.map(colourName), me: seat };
}

/** What is asked. */
export function taskText({ game, task, seat }: PuzzleView, people: People): string {
  const next = people.names[(seat + 1) % people.names.length] ?? '';
  return maybe(`${game}.puzzle.task.${task}`, { next }) ?? task;
}

/** A task or a theme, in short. */
export function themeText(game: string, theme: string): string {
  return maybe(`${game}.puzzle.theme.${theme}`) ?? theme;
}

/** The most telling of some facts, each a sentence. */
export function factsText(facts: readonly Parameters<GameUI['reasonText']>[0][], ui: GameUI, people: People): string[] {
  return facts.map((fact) => ui.reasonText(fact, people)).filter(Boolean);
}
