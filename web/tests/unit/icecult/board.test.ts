import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardProps } from '../../../src/games/game';
import { icecult } from '../../../src/games/icecult/ui';
import Symbol from '../../../src/games/icecult/art/Symbol.svelte';
import { cubesAfter, viewOf } from '../../../src/games/icecult/model/view';
import { setLanguage } from '../../../src/i18n';
import { find, frames, people, type Frame } from './frames';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

function props(frame: Frame, changes: Partial<BoardProps> = {}): BoardProps {
  return {
    position: frame.position,
    happened: [],
    seat: frame.seat,
    people: { ...people, me: frame.seat },
    interactive: true,
    pending: null,
    play: vi.fn(),
    why: vi.fn(async () => ({ rule: 'IC-14', key: 'arrow_due', values: {}, words: 'An arrow still has a step.' })),
    settings: {
      motion: 'reduced',
      view: '2d',
      switches: { threats: true, scoreMap: false },
      speed: 1,
      palette: 'polar',
      previews: true,
    },
    highlight: null,
    hint: null,
    settled: vi.fn(),
    ...changes,
  };
}

const touch = () => new PointerEvent('click', { bubbles: true, pointerType: 'touch' });
/** Of a picture only what it draws. */
const drawn = (html: string) => /<g .*<\/g>/.exec(html)![0];
const phase = (wanted: string) => (frame: Frame) => viewOf(frame.position.view).phase === wanted;
const group = (name: string) => within(screen.getByRole('group', { name }));
const actions = (name: string) =>
  group(name)
    .getAllByRole('button')
    .map((button) => button.dataset['action']);

describe('while cubes are tilted', () => {
  test('all eight tilts are offered in words that say what comes up', async () => {
    const given = props(find(phase('tilt1')));
    render(icecult.Board, { props: given });
    const tilts = group('Tilts').getAllByRole('button');
    expect(tilts).toHaveLength(8);
    expect(tilts[0]!.getAttribute('aria-label')).toMatch(/^Tilt the northern pair north\. On top then: north-west: /);
    await fireEvent.click(tilts[0]!);
    expect(given.play).toHaveBeenCalledExactlyOnceWith('nn');
  });

  test('what comes up stands side by side as it will lie on the board', () => {
    const frame = find(phase('tilt1'));
    const { container } = render(icecult.Board, { props: props(frame) });
    const after = cubesAfter(viewOf(frame.position.view), 'sn');
    const kinds = (root: Element) => [...root.querySelectorAll('.symbols .symbol')].map((one) => one.innerHTML);
    const shown = kinds(container.querySelector('[data-action="sn"]')!);
    const alone = (top: string) => render(Symbol, { symbol: top }).container.innerHTML;
    expect(shown).toHaveLength(2);
    expect(shown[0]).toContain(drawn(alone(after.d!.top)));
    expect(shown[1]).toContain(drawn(alone(after.c!.top)));
    expect(after.c!.top).not.toBe(after.d!.top);
  });

  test('at a table without previews nothing says what comes up, and a finger still confirms', async () => {
    const given = props(find(phase('tilt1')));
    given.settings = { ...given.settings, previews: false };
    const { container } = render(icecult.Board, { props: given });
    const tilts = group('Tilts').getAllByRole('button');
    expect(tilts.map((tilt) => tilt.getAttribute('aria-label'))).toContain('Tilt the northern pair north.');
    await fireEvent(tilts[0]!, touch());
    expect(given.play).not.toHaveBeenCalled();
    expect(container.querySelectorAll('.symbols, .coming')).toHaveLength(0);
    await fireEvent.click(screen.getByRole('button', { name: 'Tilt' }));
    expect(given.play).toHaveBeenCalledExactlyOnceWith('nn');
  });

  test('the tilt that would take back the first says why it cannot be done', async () => {
    const frame = find(phase('tilt2'));
    const given = props(frame);
    render(icecult.Board, { props: given });
    const barred = group('Tilts')
      .getAllByRole('button')
      .filter((button) => button.getAttribute('aria-disabled') === 'true');
    expect(barred).toHaveLength(1);
    await fireEvent.click(barred[0]!);
    expect(given.play).not.toHaveBeenCalled();
    expect(given.why).toHaveBeenCalledExactlyOnceWith(barred[0]!.dataset['action']);
    await expect.poll(() => screen.getByRole('status').textContent).toContain('An arrow still has a step.');
  });

  test('a finger sees first and confirms then', async () => {
    const given = props(find(phase('tilt1')));
    render(icecult.Board, { props: given });
    const tilt = group('Tilts').getAllByRole('button')[3]!;
    await fireEvent(tilt, touch());
    expect(given.play).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: 'Tilt' }));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(tilt.dataset['action']);
  });

  test('arrow keys go from tilt to tilt, with one stop for the Tab key', async () => {
    render(icecult.Board, { props: props(find(phase('tilt1'))) });
    const tilts = group('Tilts').getAllByRole('button');
    expect(tilts.filter((button) => button.tabIndex === 0)).toEqual([tilts[0]]);
    tilts[0]!.focus();
    await fireEvent.keyDown(tilts[0]!, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(tilts[1]);
    expect(tilts.filter((button) => button.tabIndex === 0)).toEqual([tilts[1]]);
    await fireEvent.keyDown(tilts[1]!, { key: 'End' });
    expect(document.activeElement).toBe(tilts[7]);
  });
});

describe('while pawns move', () => {
  const twoArrows = find(({ position: { view, legal } }) => {
    const slots = new Set(legal.filter((action) => /^[abcd]@/.test(action)).map((action) => action[0]));
    return viewOf(view).phase === 'move' && slots.size > 1 && legal.length > slots.size;
  });

  test('the steps of the first arrow that is due are offered at once, those of another when it is chosen', async () => {
    const given = props(twoArrows);
    const { container } = render(icecult.Board, { props: given });
    const legal = twoArrows.position.legal;
    const slots = [...new Set(legal.filter((action) => /^[abcd]@/.test(action)).map((action) => action[0]!))];
    for (const [i, slot] of slots.entries()) {
      if (i) await fireEvent.click(container.querySelector(`.item[data-slot="${slot}"]`)!);
      expect(actions('Steps').sort()).toEqual(legal.filter((action) => action.startsWith(`${slot}@`)).sort());
    }
    await fireEvent.click(group('Steps').getAllByRole('button')[0]!);
    expect(given.play).toHaveBeenCalledExactlyOnceWith(actions('Steps')[0]);
  });

  test('a circle asks for the arrow that it copies', async () => {
    const frame = find(({ position: { view, legal } }) => {
      const copied = new Set(legal.filter((action) => action.startsWith('*')).map((action) => action[1]));
      return viewOf(view).phase === 'move' && copied.size > 1;
    });
    const given = props(frame);
    const { container } = render(icecult.Board, { props: given });
    await fireEvent.click(container.querySelector('.item.circle:not(.dim)')!);
    expect(screen.getByText('Which arrow does the circle copy?')).toBeTruthy();
    const slot = frame.position.legal.find((action) => action.startsWith('*'))![1]!;
    await fireEvent.click(container.querySelector(`.item[data-slot="${slot}"]`)!);
    expect(actions('Steps').sort()).toEqual(
      frame.position.legal.filter((action) => action.startsWith(`*${slot}@`)).sort(),
    );
  });

  test('an arc offers both turns of all four cubes', async () => {
    const frame = find(
      ({ position: { legal } }) => legal.includes('a+') && legal.some((action) => action.includes('@')),
    );
    const given = props(frame);
    const { container } = render(icecult.Board, { props: given });
    await fireEvent.click(container.querySelector('.item.arc:not(.dim)')!);
    expect(actions('Turn a cube')).toEqual(['a+', 'a-', 'b+', 'b-', 'c+', 'c-', 'd+', 'd-']);
  });

  test('the turn ends when nothing is due, and otherwise it is said why not', async () => {
    const due = props(twoArrows);
    const { unmount } = render(icecult.Board, { props: due });
    await fireEvent.click(screen.getByRole('button', { name: 'End your turn' }));
    expect(due.play).not.toHaveBeenCalled();
    expect(due.why).toHaveBeenCalledExactlyOnceWith('end');
    unmount();
    const done = props(find(({ position: { legal } }) => legal.length === 1 && legal[0] === 'end'));
    render(icecult.Board, { props: done });
    await fireEvent.keyDown(document.body, { key: 'e' });
    expect(done.play).toHaveBeenCalledExactlyOnceWith('end');
  });

  test('whoever only watches is offered nothing', () => {
    const { container } = render(icecult.Board, { props: props(twoArrows, { interactive: false }) });
    expect(container.querySelectorAll('[data-action]')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'End your turn' })).toBeNull();
  });

  test('a hint picks the arrow that it needs', () => {
    const hint = twoArrows.position.legal.filter((action) => /^[abcd]@/.test(action)).at(-1)!;
    render(icecult.Board, { props: props(twoArrows, { hint }) });
    expect(actions('Steps')).toContain(hint);
  });
});

test('each new position is reported as shown', async () => {
  vi.useFakeTimers();
  const first = find(phase('tilt1'));
  const given = props(first);
  const { rerender } = render(icecult.Board, { props: given });
  await vi.runAllTimersAsync();
  expect(given.settled).toHaveBeenCalledTimes(1);
  const second = find(phase('tilt2'));
  await rerender({ ...given, position: second.position, happened: second.happened });
  await vi.runAllTimersAsync();
  expect(given.settled).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('labels speak of the newest position', async () => {
  const [first, later] = frames.filter(phase('tilt1')).filter((_, i, all) => i === 0 || i === all.length - 1);
  const given = props(first!);
  const { rerender } = render(icecult.Board, { props: given });
  const labels = () =>
    group('Tilts')
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  const expected = (frame: Frame) =>
    group('Tilts')
      .getAllByRole('button')
      .map((button) => icecult.actionText(button.dataset['action']!, frame.position, given.people));
  expect(labels()).toEqual(expected(first!));
  await rerender({ ...given, position: later!.position });
  expect(labels()).toEqual(expected(later!));
  expect(expected(later!)).not.toEqual(expected(first!));
});

test('where there is no WebGL the board is drawn flat, and it is said', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // three.js reports the missing context as an error of its own before it throws; that is what is looked for here.
  vi.mocked(console.error).mockImplementation(() => {});
  const given = props(find(phase('tilt1')));
  render(icecult.Board, { props: { ...given, settings: { ...given.settings, view: '3d' } } });
  await screen.findByText(/can’t show 3D/);
  await tick();
  expect(group('Tilts').getAllByRole('button')).toHaveLength(8);
  vi.mocked(console.error).mockClear();
});

test('the board in words tells every stack', () => {
  const frame = find(({ position: { view } }) =>
    Object.values(viewOf(view).paths).some((path) => path.includes('bgyy')),
  );
  render(icecult.TextBoard, {
    props: { view: frame.position.view, position: frame.position, seat: 0, people },
  });
  expect(screen.getByText('blue, green, yellow, yellow')).toBeTruthy();
  expect(screen.getAllByRole('table')).toHaveLength(3);
});

test('what a player has is told in words too', () => {
  const frame = find(({ position: { view } }) => viewOf(view).home.y === 2 && viewOf(view).players[0] === 'y');
  const View = icecult.PlayerExtras!;
  render(View, { props: { view: frame.position.view, position: frame.position, seat: 0, people, of: 0 } });
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    `2 of 5 home, ${viewOf(frame.position.view).start.y} at the start`,
  );
});
