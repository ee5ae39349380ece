/** What is heard of a fact, and when it touches the ice: in milliseconds at full pace, as the scene shows it. */

import type { Sound } from '../../../sound';
import type { Told } from '../facts';

const SOUND_OF: Readonly<Partial<Record<keyof Told, { sound: Sound; after: number }>>> = {
  tilt: { sound: 'ice', after: 360 },
  turn: { sound: 'ice', after: 260 },
  enter: { sound: 'step', after: 300 },
  step: { sound: 'step', after: 300 },
  home: { sound: 'home', after: 450 },
};

export function soundOf(fact: string): { sound: Sound; after: number } | undefined {
  return SOUND_OF[fact as keyof Told];
}
