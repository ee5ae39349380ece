/** What is loaded with the first table of IGLU IGLU. */

import type { GameParts } from '../game';
import { BOARD_KEYS } from '../keys';
import Figure from './art/Figure.svelte';
import Signs from './art/Signs.svelte';
import Board from './board/Board.svelte';
import Count from './board/Count.svelte';
import PlayerExtras from './board/PlayerExtras.svelte';
import TextBoard from './board/TextBoard.svelte';
import { parse } from './model/notation';
import { points, secrets, viewOf } from './model/view';
import { coach } from './text/coach';
import { reasonText } from './text/reasons';
import { actionText, dueBrief, dueText, factText, groupText } from './text/texts';

/** What is asked of others when a bear attacks or ice melts, in the middle of a turn. */
const ANSWERS = new Set(['spear', 'pass', 'flee']);

export const igluiglu: GameParts = {
  Board,
  views: true,
  PlayerExtras,
  TextBoard,
  Count,
  secrets: (view) => secrets(viewOf(view)),
  points,
  factText,
  Signs,
  answers: (action) => ANSWERS.has(parse(action)?.kind ?? ''),
  dueText: ({ due }, people, seat) => dueText(due, people, seat),
  dueBrief: ({ due }, people, seat) => dueBrief(due, people, seat),
  actionText: (action, { view }) => actionText(action, view),
  reasonText,
  coach,
  Figure,
  groupText,
  keys: BOARD_KEYS,
};
