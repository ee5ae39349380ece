/** ICE CULT in the web app. */

import type { GameUI } from '../game';
import Board from './Board.svelte';
import PlayerExtras from './PlayerExtras.svelte';
import { reasonText } from './reasons';
import TextBoard from './TextBoard.svelte';
import { actionText, dueBrief, dueText, factText } from './texts';

export const icecult: GameUI = {
  name: 'icecult',
  title: 'ICE CULT',
  Board,
  PlayerExtras,
  TextBoard,
  factText,
  dueText,
  dueBrief,
  actionText,
  reasonText,
  keys: [
    { keys: ['↑', '↓', '←', '→'], message: 'icecult.keys.arrows' },
    { keys: ['1', '2', '3', '4'], message: 'icecult.keys.tray' },
    { keys: ['Enter'], message: 'icecult.keys.enter' },
    { keys: ['E'], message: 'icecult.keys.end' },
  ],
};
