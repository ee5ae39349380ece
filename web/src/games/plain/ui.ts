/** What is loaded with the first table of a game that has no folder here. */

import type { GameParts } from '../game';
import Board from './board/Board.svelte';
import TextBoard from './board/TextBoard.svelte';
import { actionText, dueText } from './text/texts';

export const plain: GameParts = {
  Board,
  TextBoard,
  language: 'en',
  // What happened comes in words from the server.
  factText: () => '',
  dueText,
  actionText,
  // Its own reasons have no words here; those that every game has are the frame's.
  reasonText: () => '',
  keys: [
    { keys: ['↑', '↓', '←', '→'], message: 'plain.keys.arrows' },
    { keys: ['Enter'], message: 'plain.keys.enter' },
  ],
};
