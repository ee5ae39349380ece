/** IGLU IGLU in the web app. */

import type { GameUI } from '../game';
import Board from './Board.svelte';
import Count from './Count.svelte';
import PlayerExtras from './PlayerExtras.svelte';
import { actionText, dueBrief, dueText, factText } from './text';
import { reasonText } from './reasons';
import TextBoard from './TextBoard.svelte';
import { asView, points, secrets } from './view';

export const igluiglu: GameUI = {
  name: 'igluiglu',
  title: 'IGLU IGLU',
  Board,
  PlayerExtras,
  TextBoard,
  Count,
  secrets: (document) => secrets(asView(document)),
  points,
  factText,
  dueText,
  dueBrief,
  actionText,
  reasonText,
  keys: [
    { keys: ['↑', '↓', '←', '→'], message: 'igluiglu.key.arrows' },
    { keys: ['Enter'], message: 'igluiglu.key.enter' },
    { keys: ['N'], message: 'igluiglu.key.next' },
    { keys: ['Esc'], message: 'igluiglu.key.escape' },
  ],
};
