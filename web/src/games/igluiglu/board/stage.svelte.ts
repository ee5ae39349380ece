/** What is to be seen now: the scene, and what is shown for a moment while it changes. */

import type { Happening, PositionView } from '../../../protocol';
import type { BoardSettings } from '../../game';
import { hear } from '../../../sound';
import { sceneOf } from './scene';
import type { Scene } from './scene';
import { soundOf } from './sounds';
import { tell } from './timeline';
import type { Effect } from './timeline';
import { viewOf } from '../model/view';

const TURN_POINTS = 3;

export class Stage {
  scene = $state.raw<Scene>({ tiles: [], figures: [], next: 1 });
  effects = $state.raw<{ id: number; effect: Effect; ms: number }[]>([]);
  /** What changes now just changes, without being seen to move. */
  instant = $state(true);
  /** How many points the turn began with: three, and those of the energy that was played. */
  total = $state(TURN_POINTS);
  #run = 0;
  #effects = 0;

  constructor(position: PositionView) {
    this.scene = sceneOf(viewOf(position.view));
  }

  /** Show how a position came about, and then the position. False if something newer overtook it. */
  async show(
    position: PositionView,
    happened: readonly Happening[],
    seat: number | null,
    { motion, speed }: BoardSettings,
  ): Promise<boolean> {
    const run = ++this.#run;
    const faster = Math.max(speed, 0.1);
    this.instant = motion === 'reduced' || happened.length === 0;
    this.#count(position, happened);
    if (this.instant) for (const { key } of happened.flatMap(({ facts }) => facts)) this.#hear(key);
    else {
      const finished = await tell(happened, {
        seat,
        scene: () => this.scene,
        draw: (scene) => {
          if (run === this.#run) this.scene = scene;
        },
        begins: (key) => this.#hear(key),
        effect: (effect, ms) => this.#add(effect, ms / faster),
        wait: async (ms) => {
          if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms / faster));
          return run === this.#run;
        },
      });
      if (!finished) return false;
    }
    this.scene = sceneOf(viewOf(position.view), this.scene);
    return true;
  }

  #hear(fact: string): void {
    const sound = soundOf(fact);
    if (sound) hear(sound);
  }

  #add(effect: Effect, ms: number): void {
    const id = ++this.#effects;
    this.effects = [...this.effects, { id, effect, ms }];
    setTimeout(() => {
      this.effects = this.effects.filter((one) => one.id !== id);
    }, ms);
  }

  #count(position: PositionView, happened: readonly Happening[]): void {
    const { phase, points } = viewOf(position.view);
    for (const { key, values } of happened.flatMap(({ facts }) => facts)) {
      if (key === 'flipped') this.total = TURN_POINTS;
      if (key === 'energy_played') this.total += values['size'] as number;
    }
    if (phase === 'flip' || phase === 'place') this.total = TURN_POINTS;
    this.total = Math.max(this.total, points);
  }
}
