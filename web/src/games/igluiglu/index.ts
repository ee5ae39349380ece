import type { GameUI } from '../game';
import Board from './Board.svelte';
import TextBoard from './TextBoard.svelte';

export const igluiglu: GameUI = {
  name: 'igluiglu',
  title: 'IGLU IGLU',
  Board,
  TextBoard,
  factText: (fact) => fact.key,
  dueText: (due) => due.map((fact) => fact.key).join(', '),
  actionText: (action) => action,
  keys: [],
};
