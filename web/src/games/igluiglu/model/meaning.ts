/** What a person probably meant by picking something that leads nowhere: the action to ask about. */

import { own } from './choices';
import type { Choice } from './choices';
import { at, directionTo, waitingPush } from './view';
import type { Cell, HandTile, View } from './view';

/** By picking a cell, after what was chosen. */
export function meant(view: View, chosen: Choice, cell: Cell): string | null {
  const content = at(view, cell);
  const [animal] = [...(content.fish ? [`f${content.fish[0]}`] : []), ...(content.fox ? [`x${content.fox[0]}`] : [])];
  const prey = animal ?? (content.bear ? 'bear' : undefined);
  const direction = chosen.cell ? directionTo(chosen.cell, cell) : null;
  if (chosen.tile === 'melt') return `melt ${cell}`;
  if (chosen.tile === 'harpoon') return `harpoon ${cell} ${prey ?? 'bear'}`;
  if (chosen.tile) return null;
  switch (view.phase) {
    case 'place':
    case 'flip':
      return `${view.phase} ${cell}`;
    case 'drift':
      return chosen.cell && direction ? `drift ${chosen.cell} ${direction}` : `drift ${cell} n`;
    case 'shove': {
      const push = waitingPush(view);
      const way = push ? directionTo(push.onto, cell) : null;
      return chosen.animal && way ? `shove ${chosen.animal} ${way}` : null;
    }
    case 'herd':
      if (chosen.cell && chosen.animal && direction) return `step ${chosen.cell} ${chosen.animal} ${direction}`;
      return prey ? `step ${cell} ${prey} n` : null;
    case 'flee':
      return `flee ${view.pending?.queue?.[0] ?? 'r'} ${cell}`;
    case 'act':
      return meantToAct(view, chosen, cell, prey);
    default:
      return null;
  }
}

function meantToAct(view: View, chosen: Choice, cell: Cell, prey: string | undefined): string | null {
  const from = chosen.cell !== undefined && own(view, chosen.cell) ? chosen.cell : null;
  const direction = from ? directionTo(from, cell) : null;
  if (prey && (!from || !at(view, cell).ice)) return `hunt ${cell} ${prey}`;
  if (from && direction) return `walk ${from} ${direction}`;
  if (from && from !== cell) return `kayak ${from} ${cell}`;
  return own(view, cell) ? `igloo ${cell}` : null;
}

/** By picking a tile of the hand that cannot be played: playing it somewhere. */
export function meantByTile(view: View, tile: HandTile): string {
  const anywhere = Object.entries(view.cells).find(([, content]) => content.ice === 'down')?.[0] ?? 'b1';
  switch (tile) {
    case 'melt':
      return `melt ${anywhere}`;
    case 'harpoon':
      return 'harpoon a1 bear';
    case 'herd':
      return 'herd';
    default:
      return `energy ${tile.slice(-1)}`;
  }
}
