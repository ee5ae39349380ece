/** Ice that is set down on ice: short bursts of filtered noise, made here. The board asks only if sound is switched on. */

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function burst(hz: number, delay: number, length: number, loud: number): void {
  context ??= new AudioContext();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const start = context.currentTime + delay;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const band = new BiquadFilterNode(context, { type: 'bandpass', frequency: hz, Q: 7 });
  const gain = new GainNode(context, { gain: loud });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(band).connect(gain).connect(context.destination);
  source.start(start, 0, length);
}

/** The sound of a fact; it comes when what it tells of touches the ice. `pace` scales the time until then. */
export function knock(fact: string, pace: number): void {
  if (fact === 'tilt') {
    burst(520, 0.36 * pace, 0.16, 0.5);
    burst(610, 0.36 * pace + 0.03, 0.14, 0.4);
  } else if (fact === 'turn') burst(760, 0.26 * pace, 0.1, 0.3);
  else if (fact === 'enter' || fact === 'step') burst(1500, 0.3 * pace, 0.07, 0.3);
  else if (fact === 'home') burst(2100, 0.45 * pace, 0.2, 0.35);
}
