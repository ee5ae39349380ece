/** What is loaded with the first table of ICE CULT. */

import type { GameParts } from '../game';
import { BOARD_KEYS } from '../keys';
import Figure from './art/Figure.svelte';
import Signs from './art/Signs.svelte';
import Board from './board/Board.svelte';
import PlayerExtras from './board/PlayerExtras.svelte';
import TextBoard from './board/TextBoard.svelte';
import { coach } from './text/coach';
import { reasonText } from './text/reasons';
import { actionText, briefText, dueBrief, dueText, factText, foreseen, groupText } from './text/texts';

export const icecult: GameParts = {
  Board,
  views: true,
  PlayerExtras,
  TextBoard,
  factText,
  Signs,
  briefText,
  foreseen: (action, { view }) => foreseen(action, view),
  dueText: ({ due, view }, people, seat) => dueText(due, people, seat, view),
  dueBrief: ({ due, view }, people, seat) => dueBrief(due, people, seat, view),
  actionText: (action, { view }) => actionText(action, view),
  reasonText,
  coach,
  Figure,
  groupText,
  keys: BOARD_KEYS,
};
