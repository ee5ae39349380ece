/** What is loaded with the first table of ICE CULT. */

import type { GameParts } from '../game';
import { BOARD_KEYS } from '../keys';
import Board from './board/Board.svelte';
import PlayerExtras from './board/PlayerExtras.svelte';
import TextBoard from './board/TextBoard.svelte';
import { coach } from './text/coach';
import { reasonText } from './text/reasons';
import { actionText, dueBrief, dueText, factText, groupText } from './text/texts';

export const icecult: GameParts = {
  Board,
  views: true,
  PlayerExtras,
  TextBoard,
  factText,
  dueText: ({ due, view }, people, seat) => dueText(due, people, seat, view),
  dueBrief: ({ due, view }, people, seat) => dueBrief(due, people, seat, view),
  actionText: (action, { view }) => actionText(action, view),
  reasonText,
  coach,
  groupText,
  keys: BOARD_KEYS,
};
