import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardSettings } from '../../../src/games/game';
import { hear } from '../../../src/sound';
import { RECORDED } from './frames';
import type { Recorded } from './frames';
import { sceneOf } from '../../../src/games/igluiglu/board/scene';
import { Stage } from '../../../src/games/igluiglu/board/stage.svelte';
import { viewOf } from '../../../src/games/igluiglu/model/view';

const SETTINGS: BoardSettings = {
  motion: 'full',
  view: '3d',
  switches: { threats: false, scoreMap: false },
  speed: 1,
  palette: 'usual',
  previews: true,
};

function led(key: string): Recorded {
  return RECORDED.find(({ happened }) => happened[0]?.facts.some((fact) => fact.key === key))!;
}

/** Show a position on a stage that showed another one of the same game before. */
function staged(one: Recorded, settings = SETTINGS) {
  const first = RECORDED.find(({ name }) => name.split(', ')[0] === one.name.split(', ')[0])!;
  const stage = new Stage(first.position);
  const done = vi.fn();
  const shown = stage.show(one.position, one.happened, one.seat, settings).then(done);
  return { stage, done, shown };
}

vi.mock('../../../src/sound', () => ({ hear: vi.fn(), setLoudness: () => {} }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the stage', () => {
  it.each([
    ['fish_came', 'water'],
    ['melted', 'melt'],
    ['drifted', 'ice'],
  ])('lets %s be heard as %s, with and without motion', async (key, sound) => {
    for (const motion of ['full', 'reduced'] as const) {
      vi.mocked(hear).mockClear();
      const { shown } = staged(led(key), { ...SETTINGS, motion });
      await vi.advanceTimersByTimeAsync(8000);
      await shown;
      expect(vi.mocked(hear).mock.calls.flat()).toContain(sound);
    }
  });

  it('shows a tile turn over before what comes up', async () => {
    const one = led('fish_came');
    const { stage, done } = staged(one);
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.effects.map(({ effect }) => effect.kind)).toEqual(['flip']);
    expect(done).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(done).toHaveBeenCalledExactlyOnceWith(true);
    expect(stage.effects).toEqual([]);
  });

  it('shows a tile that is kept to its owner, and turns none over before others', async () => {
    const one = structuredClone(led('kept'));
    const { stage } = staged(one);
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.effects[0]!.effect).toMatchObject({ kind: 'flip', tile: expect.any(String) });
    for (const fact of one.happened[0]!.facts) {
      if (fact.key === 'flipped') fact.values['kind'] = null;
      if (fact.key === 'kept') fact.values['tile'] = null;
    }
    const other = staged({ ...one, seat: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(other.stage.effects[0]!.effect).toMatchObject({ kind: 'keep', tile: null, mine: false });
  });

  it('always ends with what the view holds', async () => {
    for (const one of RECORDED) {
      const { stage, shown } = staged(one);
      await vi.runAllTimersAsync();
      await shown;
      const wanted = sceneOf(viewOf(one.position.view));
      const places = (scene: typeof wanted) =>
        scene.figures
          .filter(({ adrift }) => !adrift)
          .map(({ kind, colour, value, cell }) => `${cell} ${kind} ${colour ?? value}`)
          .sort();
      expect(places(stage.scene), one.name).toEqual(places(wanted));
      expect(stage.scene.tiles.map(({ cell, up }) => `${cell} ${up}`)).toEqual(
        wanted.tiles.map(({ cell, up }) => `${cell} ${up}`),
      );
    }
  });

  it('shows all at once to those who want less motion', async () => {
    const { stage, done } = staged(led('fish_came'), { ...SETTINGS, motion: 'reduced' });
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledExactlyOnceWith(true);
    expect(stage.effects).toEqual([]);
    expect(stage.instant).toBe(true);
  });

  it('gives way to something newer', async () => {
    const { stage, done } = staged(led('fish_came'));
    const newer = led('walked');
    const later = stage.show(newer.position, [], newer.seat, SETTINGS);
    await vi.runAllTimersAsync();
    expect(await later).toBe(true);
    expect(done).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('remembers how many points the turn had', async () => {
    const one = led('walked');
    const { stage } = staged(one);
    await vi.runAllTimersAsync();
    expect(stage.total).toBe(3);
    const energy = { key: 'energy_played', values: { seat: one.seat, size: 2 } };
    await Promise.all([
      stage.show(one.position, [{ ...one.happened[0]!, facts: [energy] }], one.seat, SETTINGS),
      vi.runAllTimersAsync(),
    ]);
    expect(stage.total).toBe(5);
  });
});
