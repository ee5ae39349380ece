import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../src/i18n';
import type { BoardProps, People } from '../../../src/games/game';
import Board from '../../../src/games/igluiglu/board/Board.svelte';
import { named, RECORDED } from './frames';
import type { Recorded } from './frames';
import { viewOf } from '../../../src/games/igluiglu/model/view';

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dan'];

function boardProps(one: Recorded, more: Partial<BoardProps> = {}): BoardProps {
  const { players } = viewOf(one.position.view);
  const people: People = { colours: players, names: NAMES.slice(0, players.length), me: one.seat };
  return {
    position: one.position,
    happened: [],
    seat: one.seat,
    people,
    interactive: one.position.legal.length > 0,
    pending: null,
    play: vi.fn(),
    why: vi.fn(async () => ({ rule: 'II-7', key: 'glacier', values: {}, words: 'It is a glacier.' })),
    settings: {
      motion: 'reduced',
      view: '3d',
      switches: { threats: false, scoreMap: false },
      speed: 1,
      palette: 'usual',
      previews: true,
    },
    highlight: null,
    hint: null,
    settled: vi.fn(),
    ...more,
  };
}

function show(one: Recorded, more: Partial<BoardProps> = {}) {
  const props = boardProps(one, more);
  const { container, rerender } = render(Board, { props });
  const cell = (name: string) => container.querySelector<HTMLElement>(`[data-cell="${name}"]`)!;
  const grid = container.querySelector<HTMLElement>('[role=grid]')!;
  // Asking for roles and names is slow among so many elements, so buttons are found by their words.
  const button = (words: string) =>
    [...container.querySelectorAll('button')].find((one) => one.textContent?.includes(words)) ?? null;
  return { props, container, grid, cell, button, rerender };
}

beforeAll(() => setLanguage('en'));
afterEach(cleanup);

describe('the board', () => {
  it('is a grid whose cells say what is on them', () => {
    const { container, grid } = show(named('4 players, family, act 7'));
    expect(grid.getAttribute('aria-label')).toBe('The ice: 8 by 8 cells');
    const cells = container.querySelectorAll('[role=gridcell]');
    expect(cells.length).toBe(64);
    expect(cells[0]!.getAttribute('aria-label')).toMatch(/^a8: land/);
  });

  it('says when it has shown a position, once', async () => {
    const { props } = show(RECORDED[3]!);
    await tick();
    expect(props.settled).toHaveBeenCalledTimes(1);
  });

  it('plays a flip by one pick', async () => {
    const one = named('2 players, family, flip 1');
    const { props, cell } = show(one);
    const [flip] = one.position.legal.filter((action) => action.startsWith('flip'));
    await fireEvent.click(cell(flip!.split(' ')[1]!));
    expect(props.play).toHaveBeenCalledExactlyOnceWith(flip);
  });

  it('lets an Inuit walk by two picks, and shows the prices between', async () => {
    const one = named('2 players, family, act 4');
    const { props, cell, container } = show(one);
    await fireEvent.click(cell('a5'));
    expect(cell('a5').getAttribute('aria-selected')).toBe('true');
    expect(container.querySelectorAll('.price.kayak').length).toBeGreaterThan(3);
    await fireEvent.click(cell('a6'));
    expect(props.play).toHaveBeenCalledExactlyOnceWith('walk a5 n');
  });

  it('goes on with a walk of several steps, and the Inuit stays chosen', async () => {
    const one = named('2 players, family, act 1');
    const asks = vi.fn();
    const { props, cell, rerender } = show(one, { asks });
    await fireEvent.click(cell('f1'));
    expect(asks).toHaveBeenLastCalledWith(expect.stringContaining('f1'));
    expect(cell('f3').getAttribute('aria-label')).toContain('Walk from f1 to f3 (2 points)');
    await fireEvent.click(cell('f3'));
    expect(props.play).toHaveBeenCalledExactlyOnceWith('walk f1 n');
    const stepped = (from: string, to: string, position: typeof one.position, legal: string[]) => {
      const cells = structuredClone(viewOf(position.view).cells);
      const inuit = cells[from]!.inuit!;
      cells[from] = { ...cells[from], inuit: '' };
      cells[to] = { ...cells[to], inuit: inuit[0]! };
      const view = { ...position.view, cells, points: viewOf(position.view).points - 1 };
      return { ...position, ply: position.ply + 1, view, legal };
    };
    const second = stepped('f1', 'f2', one.position, ['walk f2 n', 'walk f2 s', 'end']);
    await rerender({ position: second });
    await tick();
    expect(props.play).toHaveBeenLastCalledWith('walk f2 n');
    const third = stepped('f2', 'f3', second, ['walk f3 n', 'walk f3 s', 'end']);
    await rerender({ position: third });
    await tick();
    expect(props.play).toHaveBeenCalledTimes(2);
    expect(cell('f3').getAttribute('aria-selected')).toBe('true');
    expect(asks).toHaveBeenLastCalledWith(expect.stringContaining('1 point left: where does the Inuit on f3 go'));
  });

  it('can be played by keys alone', async () => {
    const { props, cell, grid } = show(named('2 players, family, act 4'));
    const press = (key: string) => fireEvent.keyDown(grid, { key });
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await press(key);
    expect(cell('a5').getAttribute('aria-selected')).toBe('true');
    await press('ArrowUp');
    expect(document.activeElement).toBe(cell('a6'));
    await press('Enter');
    expect(props.play).toHaveBeenCalledExactlyOnceWith('walk a5 n');
  });

  it('lets go of a choice by Escape', async () => {
    const { cell, grid } = show(named('2 players, family, act 4'));
    await fireEvent.click(cell('a5'));
    await fireEvent.keyDown(grid, { key: 'Escape' });
    expect(cell('a5').getAttribute('aria-selected')).toBe('false');
  });

  it('says why, with the rule, when nothing can be done', async () => {
    const one = named('2 players, family, flip 2');
    const view = viewOf(one.position.view);
    const occupied = Object.entries(view.cells).find(([, content]) => content.ice && content.inuit)![0];
    const { props, cell, button, container } = show(one);
    await fireEvent.click(cell(occupied));
    expect(props.why).toHaveBeenCalledExactlyOnceWith(`flip ${occupied}`);
    await tick();
    expect(container.querySelector('.reason')?.textContent).toContain('It is a glacier.');
    expect(button('II-7')).not.toBeNull();
    expect(props.play).not.toHaveBeenCalled();
  });

  it('asks whoever is attacked by a bear, and offers the harpoon only to one who has it', async () => {
    const without = show(named('2 players, family, spear 1'));
    expect(without.button('Answer with a harpoon')).toBeNull();
    expect(without.button('Don’t answer')).not.toBeNull();
    const { props, button } = show(named('3 players, family, spear 1'));
    await fireEvent.click(button('Answer with a harpoon')!);
    expect(props.play).toHaveBeenCalledExactlyOnceWith('spear');
  });

  it('offers nothing while it is another’s turn, or an answer is awaited', async () => {
    const one = named('2 players, family, flip 1');
    const { props, cell, container } = show(one, { interactive: false, pending: one.position.legal[0]! });
    expect(container.querySelector('.pickable')).toBeNull();
    await fireEvent.click(cell(one.position.legal[0]!.split(' ')[1]!));
    expect(props.play).not.toHaveBeenCalled();
    expect(props.why).not.toHaveBeenCalled();
    expect(container.querySelector('path.pending')).not.toBeNull();
  });

  it('shows a spectator no hand', () => {
    const { container } = show(named('4 players, family, act 7'), { seat: null, interactive: false });
    expect(container.querySelector('.hand')).toBeNull();
  });

  it('explains a tile of the hand that cannot be played', async () => {
    const one = structuredClone(named('2 players, family, flip 1'));
    const view = viewOf(one.position.view);
    view.hands[view.players[one.seat!]!] = ['energy2'];
    const { props, button } = show(one);
    await fireEvent.click(button('Energy +2')!);
    expect(props.why).toHaveBeenCalledExactlyOnceWith('energy 2');
  });

  it('draws the same with other languages’ words', async () => {
    await setLanguage('it');
    const { button } = show(named('2 players, family, act 4'));
    expect(button('Finisci il turno')).not.toBeNull();
    await setLanguage('en');
  });
});
