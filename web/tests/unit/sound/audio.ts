/** An audio context that notes what it is asked to play. */

import { vi } from 'vitest';

export interface Played {
  kind: 'tone' | 'noise';
  start: number;
}

export class Listening {
  readonly played: Played[] = [];
  contexts = 0;
  /** Of the node that everything goes through. */
  loudness: () => number = () => Number.NaN;

  constructor() {
    const { played } = this;
    const made = () => this.contexts++;
    const master = (read: () => number) => (this.loudness = read);
    class Param {
      value = 0;
      setValueAtTime(): void {}
      linearRampToValueAtTime(): void {}
      exponentialRampToValueAtTime(): void {}
    }
    class Node {
      connect<To>(to: To): To {
        return to;
      }
    }
    class Source extends Node {
      frequency = new Param();
      stop(): void {}
    }
    const context = class {
      sampleRate = 100;
      currentTime = 10;
      state = 'running';
      destination = new Node();
      constructor() {
        made();
      }
      createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
      resume = () => Promise.resolve();
    };
    const gain = class extends Node {
      gain = new Param();
      constructor(_: unknown, { gain: value }: { gain: number }) {
        super();
        this.gain.value = value;
        if (value) master(() => this.gain.value);
      }
    };
    const playing = (kind: Played['kind']) =>
      class extends Source {
        start(at: number): void {
          played.push({ kind, start: at });
        }
      };
    vi.stubGlobal('AudioContext', context);
    vi.stubGlobal('GainNode', gain);
    vi.stubGlobal('BiquadFilterNode', Source);
    vi.stubGlobal('OscillatorNode', playing('tone'));
    vi.stubGlobal('AudioBufferSourceNode', playing('noise'));
  }
}
