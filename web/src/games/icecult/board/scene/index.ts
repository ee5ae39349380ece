/** All of the scene that the board asks for, in one lazy part together with three.js. */

import type { View } from '../../model/view';
import { Actor } from './acts';
import { Feasts } from './feast';
import { Ghosts } from './ghosts';
import { Marks } from './marks';
import { Stage } from './stage';

export interface Theatre {
  stage: Stage;
  actor: Actor;
  ghosts: Ghosts;
  marks: Marks;
  feasts: Feasts;
}

/** Set the scene up on a canvas. Throws where there is no WebGL. */
export function open(canvas: HTMLCanvasElement, view: View): Theatre {
  const stage = new Stage(canvas, view);
  return {
    stage,
    actor: new Actor(stage, view),
    ghosts: new Ghosts(stage),
    marks: new Marks(stage),
    feasts: new Feasts(stage),
  };
}
