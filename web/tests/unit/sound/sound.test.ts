import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endSound } from '../../../src/app/table/celebrating.svelte';
import type * as Sounds from '../../../src/sound';
import { Listening } from './audio';

let ear: Listening;
let sounds: typeof Sounds;

beforeEach(async () => {
  vi.resetModules();
  ear = new Listening();
  sounds = await import('../../../src/sound');
});

describe('sound', () => {
  test('is not there before it was accepted: not even a context is opened', () => {
    for (const sound of sounds.ALL_SOUNDS) sounds.hear(sound);
    expect(ear.contexts).toBe(0);
    expect(ear.played).toEqual([]);
  });

  test('each of them is heard, and no two are alike', () => {
    sounds.setLoudness(1);
    const forms = sounds.ALL_SOUNDS.map((sound) => {
      ear.played.length = 0;
      sounds.hear(sound);
      expect(ear.played.length, sound).toBeGreaterThan(0);
      return JSON.stringify(ear.played.map(({ kind, start }) => [kind, start.toFixed(3)]));
    });
    expect(ear.contexts).toBe(1);
    expect(new Set(forms).size).toBe(forms.length);
  });

  test('comes when what it tells of touches the ice', () => {
    sounds.setLoudness(1);
    sounds.hear('step', 300);
    expect(Math.min(...ear.played.map(({ start }) => start))).toBeCloseTo(10.3);
  });

  test('is as loud as the person wants, also while it plays, and gone when it is switched off', () => {
    sounds.setLoudness(0.5);
    sounds.hear('turn');
    expect(ear.loudness()).toBeCloseTo(0.25);
    sounds.setLoudness(1);
    expect(ear.loudness()).toBe(1);
    sounds.setLoudness(0);
    const before = ear.played.length;
    sounds.hear('turn');
    expect(ear.played).toHaveLength(before);
    expect(ear.loudness()).toBe(0);
  });

  test('follows the settings', async () => {
    const { change, settings } = await import('../../../src/app/settings.svelte');
    const heard = await import('../../../src/sound');
    expect(settings().sound).toBe(false);
    heard.hear('turn');
    expect(ear.contexts).toBe(0);
    change({ sound: true, volume: 8 });
    heard.hear('turn');
    expect(ear.loudness()).toBeCloseTo(0.64);
    change({ sound: false });
    expect(ear.loudness()).toBe(0);
  });
});

test('the end sounds as it ended for those who hear it', () => {
  const result = { winners: [1], rule: null, reason: 'home', resigned: null };
  expect(endSound(result, [1])).toBe('won');
  expect(endSound(result, [0])).toBe('lost');
  expect(endSound(result, [])).toBe('end');
  expect(endSound(result, [0, 1])).toBe('end');
  expect(endSound(null, [0])).toBe('end');
});
