/** What is heard of a fact while it is shown. */

import type { Sound } from '../../../sound';
import type { Told } from '../facts';

const SOUND_OF: Readonly<Partial<Record<keyof Told, Sound>>> = {
  placed: 'step',
  walked: 'step',
  fled: 'step',
  shoved: 'step',
  herded: 'step',
  flipped: 'ice',
  glacier: 'ice',
  drifted: 'ice',
  igloo_built: 'home',
  kayaked: 'water',
  fish_came: 'water',
  drift_came: 'water',
  drift_failed: 'water',
  melted: 'melt',
  hunted: 'hunt',
  harpooned: 'hunt',
  speared: 'hunt',
  bear_came: 'danger',
  attack: 'danger',
  unanswered: 'danger',
};

export function soundOf(fact: string): Sound | undefined {
  return SOUND_OF[fact as keyof Told];
}
