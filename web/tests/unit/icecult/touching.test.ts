/** The board answers every touch: any pawn that may go, its stack, the lit space, a drag; and says why not on the spot. */

import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardProps } from '../../../src/games/game';
import { Choosing } from '../../../src/games/icecult/board/choosing.svelte';
import { parse } from '../../../src/games/icecult/model/notation';
import { movementOf, viewOf } from '../../../src/games/icecult/model/view';
import { icecult } from '../../../src/games/icecult/ui';
import { setLanguage } from '../../../src/i18n';
import { find, frames, people, type Frame } from './frames';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const stepsOf = ({ position }: Frame) =>
  position.legal.flatMap((action) => {
    const step = parse(action);
    const movement = step?.kind === 'step' ? movementOf(viewOf(position.view), step) : null;
    return step?.kind === 'step' && movement ? [{ action, step, movement }] : [];
  });
const moving = frames.filter((frame) => stepsOf(frame).length > 0);

function chooser(frame: Frame) {
  const play = vi.fn();
  const model = new Choosing({ position: frame.position, interactive: true, pending: null, hint: null, play });
  return { model, play };
}

test('every pawn that may go goes when it is touched, whatever symbol is picked', () => {
  expect(moving.length).toBeGreaterThan(20);
  for (const frame of moving)
    for (const { movement } of stepsOf(frame)) {
      const { model, play } = chooser(frame);
      const { colour, path, from: space, standing } = movement;
      expect(model.touchPawn({ colour, path: space ? path : null, space, standing })).toBeNull();
      expect(play, frame.name).toHaveBeenCalledOnce();
      expect(frame.position.legal).toContain(play.mock.calls[0]![0]);
    }
});

test('a space to which one pawn can come is touched instead of it; of several in a stack one is to be chosen', () => {
  let chosen = 0;
  for (const frame of moving) {
    const { model, play } = chooser(frame);
    const [target] = model.lit;
    if (!target) continue;
    const ways = model.steps.filter((action) => model.targetOf(action) === target);
    expect(model.touchSpace(target)).toBeNull();
    if (ways.length === 1) expect(play).toHaveBeenCalledExactlyOnceWith(ways[0]);
    else {
      chosen++;
      expect(play).not.toHaveBeenCalled();
      expect(model.fanned).not.toBeNull();
    }
  }
  expect(chosen).toBeGreaterThan(0);
});

test('a drag moves a pawn to where it may go, and says that it goes one space if it was dropped elsewhere', () => {
  for (const frame of moving)
    for (const { movement } of stepsOf(frame)) {
      const { colour, path, from: space, standing, to, home } = movement;
      const pawn = { colour, path: space ? path : null, space, standing };
      const { model, play } = chooser(frame);
      expect(model.drop(pawn, home ? 'home' : `${path}${to}`)).toBeNull();
      expect(play).toHaveBeenCalledOnce();
      const other = chooser(frame);
      expect(other.model.drop(pawn, null)).toBeNull();
      expect(other.model.drop(pawn, `${path}9`)).toMatchObject({ rule: 'IC-13' });
      expect(other.play).not.toHaveBeenCalled();
    }
});

test('a pawn that cannot go has a reason: one to be asked for, or that no arrow of its colour points there', () => {
  let [asked, told] = [0, 0];
  for (const frame of moving) {
    const { model, play } = chooser(frame);
    const { paths } = viewOf(frame.position.view);
    for (const path of ['n', 'e', 's', 'w'] as const)
      paths[path].forEach((stack, i) =>
        [...stack].forEach((colour, level) => {
          const pawn = { colour: colour as 'y', path, space: i + 1, standing: level + 1 };
          if (model.stepOf(pawn)) return;
          const refusal = model.touchPawn(pawn)!;
          if ('ask' in refusal) {
            asked++;
            expect(parse(refusal.ask), refusal.ask).not.toBeNull();
            expect(frame.position.legal).not.toContain(refusal.ask);
          } else {
            told++;
            expect(refusal.words).toMatch(/^No (yellow|red|green|blue) arrow points to the (north|east|south|west)\.$/);
          }
        }),
      );
    expect(play).not.toHaveBeenCalled();
  }
  expect(Math.min(asked, told)).toBeGreaterThan(0);
});

function show(frame: Frame, changes: Partial<BoardProps> = {}) {
  const props: BoardProps = {
    position: frame.position,
    happened: [],
    seat: frame.seat,
    people: { ...people, me: frame.seat },
    interactive: true,
    pending: null,
    play: vi.fn(),
    why: vi.fn(async () => ({ rule: 'IC-9', key: 'tilts_first', values: {}, words: 'Two tilts come first.' })),
    settings: {
      motion: 'reduced',
      view: '2d',
      switches: {},
      speed: 1,
      palette: 'polar',
      previews: true,
    },
    highlight: null,
    hint: null,
    settled: vi.fn(),
    ...changes,
  };
  return { props, ...render(icecult.Board, { props }) };
}

test('on the flat board a touched space plays, and a refusal stands where it was touched', async () => {
  const frame = moving.find((one) => chooser(one).model.lit.size === 1)!;
  const { model } = chooser(frame);
  const [target] = model.lit;
  const { container, props } = show(frame);
  await fireEvent.click(container.querySelector(`[data-target="${target}"]`)!);
  if (model.steps.length === 1) expect(props.play).toHaveBeenCalledWith(model.steps[0]);
  cleanup();
  const tilting = show(find(({ position }) => viewOf(position.view).phase === 'tilt1'));
  await fireEvent.click(tilting.container.querySelector('[data-target="n1"]')!);
  await tick();
  await tick();
  expect(tilting.props.why).toHaveBeenCalledWith('a@start');
  expect(tilting.container.querySelector('.spot')?.textContent?.trim()).toBe('Two tilts come first.');
});

test('N goes from one thing to do to the next, E ends the turn, Escape comes back to the board', async () => {
  const frame = moving.find(({ position }) => !position.legal.includes('end'))!;
  const { container, props } = show(frame);
  const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
  await key('n');
  const first = document.activeElement;
  expect(container.contains(first)).toBe(true);
  await key('n');
  expect(document.activeElement).not.toBe(first);
  await key('e');
  expect(props.why).toHaveBeenCalledWith('end');
  (document.activeElement as HTMLElement).blur();
  await key('Escape');
  expect(container.contains(document.activeElement)).toBe(true);
});
