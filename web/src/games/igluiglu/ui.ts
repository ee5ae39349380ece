/** What is loaded with the first table of IGLU IGLU. */

import type { GameParts } from '../game';
import { BOARD_KEYS } from '../keys';
import Board from './board/Board.svelte';
import Count from './board/Count.svelte';
import PlayerExtras from './board/PlayerExtras.svelte';
import TextBoard from './board/TextBoard.svelte';
import { points, secrets, viewOf } from './model/view';
import { coach } from './text/coach';
import { reasonText } from './text/reasons';
import { actionText, dueBrief, dueText, factText, groupText } from './text/texts';

export const igluiglu: GameParts = {
  Board,
  views: true,
  PlayerExtras,
  TextBoard,
  Count,
  secrets: (view) => secrets(viewOf(view)),
  points,
  factText,
  dueText: ({ due }, people, seat) => dueText(due, people, seat),
  dueBrief: ({ due }, people, seat) => dueBrief(due, people, seat),
  actionText: (action, { view }) => actionText(action, view),
  reasonText,
  coach,
  groupText,
  keys: BOARD_KEYS,
};
