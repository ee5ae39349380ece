/** What sounds are made of: ice, wood, water and clear tones, computed here from noise and sine waves. */

/** Where a sound goes, and when it begins, in seconds of the context. */
export interface Room {
  context: AudioContext;
  out: AudioNode;
  start: number;
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

function noiseOf(context: AudioContext): AudioBuffer {
  let noise = noises.get(context);
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    noises.set(context, noise);
  }
  return noise;
}

/** A gain that rises within `attack` seconds and dies away until `length`. */
function envelope({ context, out, start }: Room, loud: number, attack: number, length: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(out);
  return gain;
}

function noise(room: Room, filter: BiquadFilterNode, loud: number, attack: number, length: number): void {
  const source = new AudioBufferSourceNode(room.context, { buffer: noiseOf(room.context) });
  source.connect(filter).connect(envelope(room, loud, attack, length));
  source.start(room.start, Math.random() * 0.4, length);
}

const later = (room: Room, seconds: number): Room => ({ ...room, start: room.start + seconds });

/** A clear tone that fades; `to` is where it glides. */
export function tone(room: Room, hz: number, seconds: number, length: number, loud: number, to = hz): void {
  const at = later(room, seconds);
  const oscillator = new OscillatorNode(room.context, { type: 'sine', frequency: hz });
  oscillator.frequency.setValueAtTime(hz, at.start);
  oscillator.frequency.exponentialRampToValueAtTime(to, at.start + length);
  oscillator.connect(envelope(at, loud, Math.min(0.015, length / 4), length));
  oscillator.start(at.start);
  oscillator.stop(at.start + length);
}

/** Ice that is set down on ice: a bright crack over a short, hollow thud. */
export function ice(room: Room, seconds: number, hz: number, loud: number): void {
  const at = later(room, seconds);
  const band = { type: 'bandpass' as const, Q: 7 };
  noise(at, new BiquadFilterNode(room.context, { ...band, frequency: hz }), loud, 0.002, 0.15);
  noise(at, new BiquadFilterNode(room.context, { ...band, frequency: hz * 4.3, Q: 3 }), loud * 0.35, 0.001, 0.05);
  tone(room, hz / 3, seconds, 0.12, loud * 0.4, hz / 4);
}

/** Wood on ice: a dry knock. */
export function wood(room: Room, seconds: number, hz: number, loud: number): void {
  const at = later(room, seconds);
  noise(at, new BiquadFilterNode(room.context, { type: 'bandpass', frequency: hz * 2.6, Q: 9 }), loud, 0.001, 0.05);
  tone(room, hz, seconds, 0.09, loud * 0.7, hz * 0.7);
}

/** Water that takes something in: a swell, and bubbles after it. */
export function water(room: Room, seconds: number, length: number, loud: number): void {
  const at = later(room, seconds);
  const swell = new BiquadFilterNode(room.context, { type: 'lowpass', frequency: 300, Q: 2 });
  swell.frequency.setValueAtTime(300, at.start);
  swell.frequency.exponentialRampToValueAtTime(1500, at.start + length * 0.3);
  swell.frequency.exponentialRampToValueAtTime(260, at.start + length);
  noise(at, swell, loud, length * 0.25, length);
  for (const [i, hz] of [420, 560, 380].entries()) {
    tone(room, hz, seconds + length * (0.35 + 0.18 * i), 0.08, loud * 0.3, hz * 1.7);
  }
}
