/**
 * Small sounds, made by `voices.ts`: no files. Each tells one thing, in all games the same. There is silence until the
 * person has accepted sound: `setLoudness` is what the settings say, and 0 before.
 */

import { ice, tone, water, wood, type Room } from './voices';

const SOUNDS = {
  /** It is your turn. */
  turn: (room: Room) => {
    tone(room, 660, 0, 0.5, 0.1);
    tone(room, 990, 0.12, 0.7, 0.08);
  },
  /** Ice moves: cubes are tilted or turned, a floe drifts, a tile is turned over. */
  ice: (room: Room) => {
    ice(room, 0, 520, 0.5);
    ice(room, 0.03, 610, 0.35);
  },
  /** Somebody goes a step. */
  step: (room: Room) => wood(room, 0, 330, 0.4),
  /** Something was built or came home: it stands. */
  home: (room: Room) => {
    wood(room, 0, 240, 0.4);
    tone(room, 523, 0.05, 0.5, 0.1);
    tone(room, 784, 0.16, 0.7, 0.09);
  },
  /** An animal was taken. */
  hunt: (room: Room) => {
    wood(room, 0, 420, 0.45);
    wood(room, 0.09, 560, 0.4);
    tone(room, 880, 0.16, 0.35, 0.1, 1320);
  },
  /** Ice is gone, or somebody goes by water. */
  water: (room: Room) => water(room, 0, 0.7, 0.5),
  /** Ice melts under somebody's feet: it cracks first. */
  melt: (room: Room) => {
    ice(room, 0, 760, 0.35);
    ice(room, 0.09, 980, 0.3);
    water(room, 0.2, 0.9, 0.55);
  },
  /** Danger: somebody is attacked. */
  danger: (room: Room) => {
    tone(room, 220, 0, 0.4, 0.14, 196);
    tone(room, 233, 0.2, 0.5, 0.14, 185);
  },
  /** A tower stands: each knock is higher. */
  tower: (room: Room) => {
    for (let i = 0; i < 5; i++) wood(room, i * 0.11, 260 * 1.19 ** i, 0.4);
    for (const [i, hz] of [523, 659, 784].entries()) tone(room, hz, 0.6 + i * 0.08, 1.1, 0.09);
  },
  won: (room: Room) => {
    for (const [i, hz] of [523, 659, 784, 1047].entries()) tone(room, hz, i * 0.13, 1.2, 0.1);
  },
  lost: (room: Room) => {
    for (const [i, hz] of [523, 440, 349].entries()) tone(room, hz, i * 0.2, 0.9, 0.09);
  },
  /** The game is over, for those who watch. */
  end: (room: Room) => {
    tone(room, 523, 0, 1, 0.09);
    tone(room, 784, 0.14, 1.1, 0.08);
  },
  /** That cannot be done. */
  refused: (room: Room) => {
    wood(room, 0, 150, 0.45);
    wood(room, 0.13, 130, 0.45);
  },
} as const satisfies Record<string, (room: Room) => void>;

export type Sound = keyof typeof SOUNDS;
export const ALL_SOUNDS = Object.keys(SOUNDS) as Sound[];

let loudness = 0;
let heard: { context: AudioContext; out: GainNode } | null = null;

/** From 0, silence, to 1. Ears hear the square of it as even steps. */
export function setLoudness(to: number): void {
  loudness = to;
  if (heard) heard.out.gain.value = to ** 2;
}

/** Make a sound, if the person wants to hear any: after so many milliseconds, when what it tells of touches the ice. */
export function hear(sound: Sound, after = 0): void {
  if (!loudness || typeof AudioContext === 'undefined') return;
  if (!heard) {
    const context = new AudioContext();
    const out = new GainNode(context, { gain: loudness ** 2 });
    out.connect(context.destination);
    heard = { context, out };
  }
  const { context, out } = heard;
  // Browsers hold back a page that nobody has touched; what it would have said is then not said late.
  if (context.state === 'suspended') void context.resume();
  SOUNDS[sound]({ context, out, start: context.currentTime + after / 1000 });
}
