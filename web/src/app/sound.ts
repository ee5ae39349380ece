/** Small sounds, made here: no files. Silent unless the person switched sound on. */

import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A tone that fades: `hz`, after `delay` seconds, `length` seconds long. */
function tone(hz: number, delay: number, length: number, loud: number): void {
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** It is your turn. */
export function chime(): void {
  if (!settings().sound) return;
  tone(660, 0, 0.5, 0.08);
  tone(990, 0.12, 0.7, 0.06);
}
