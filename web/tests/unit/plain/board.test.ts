import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dueText, happeningText } from '../../../src/app/table/speaking';
import { reasonsText } from '../../../src/app/reasons';
import { loadGame } from '../../../src/games';
import type { BoardProps } from '../../../src/games/game';
import Miniature from '../../../src/games/plain/Miniature.svelte';
import { setLanguage } from '../../../src/i18n';
import type { PlainPosition } from '../../../src/protocol';
import { api } from '../../../src/app/api';
import { happening, outsideGame, position, state } from '../making';

const nim = await loadGame(outsideGame());
const people = { colours: ['y', 'r'] as ('y' | 'r')[], names: ['Ada', 'Bo'], me: 0 };
const PLAIN: PlainPosition = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran = true</script><text>a # "b"</text></svg>',
  text: 'heap: |||||||',
  due: 'Take some stones.',
  groups: [
    {
      heading: 'left heap',
      actions: [
        { action: 'take 1', text: '1' },
        { action: 'take 2', text: '2' },
      ],
    },
    { heading: '', actions: [{ action: 'pass', text: '' }] },
  ],
};

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

function props(plain: Partial<PlainPosition> = {}, changes: Partial<BoardProps> = {}): BoardProps {
  const shown = { ...PLAIN, ...plain };
  const legal = shown.groups.flatMap(({ actions }) => actions.map(({ action }) => action));
  return {
    position: position(1, { plain: shown, legal, view: { winners: null } }),
    happened: [],
    seat: 0,
    people,
    interactive: true,
    pending: null,
    play: vi.fn(),
    why: vi.fn(),
    settings: { motion: 'reduced', view: '3d', switches: {}, speed: 1, palette: 'polar', previews: true },
    highlight: null,
    hint: null,
    settled: vi.fn(),
    ...changes,
  };
}

const offered = () => [...document.querySelectorAll<HTMLElement>('[data-action]')].map((one) => one.dataset['action']);

test('the picture is an image, in which nothing can run', () => {
  const { container } = render(nim.Board, { props: props() });
  const picture = screen.getByRole('img', { name: 'The board' }) as HTMLImageElement;
  expect(picture.src).toMatch(/^data:image\/svg\+xml/);
  expect(decodeURIComponent(picture.src)).toContain(PLAIN.svg);
  expect(container.querySelector('script, svg')).toBeNull();
});

test('every legal action is a button under its heading, and does what it says', async () => {
  const given = props();
  render(nim.Board, { props: given });
  expect(offered()).toEqual(given.position.legal);
  const heap = within(screen.getByRole('group', { name: 'left heap' }));
  expect(heap.getAllByRole('button').map((button) => button.textContent?.trim())).toEqual(['1', '2']);
  await fireEvent.click(heap.getByRole('button', { name: '2' }));
  expect(given.play).toHaveBeenCalledExactlyOnceWith('take 2');
  // What has no words of its own is called as it is written.
  expect(screen.getByRole('button', { name: 'pass' })).toBeTruthy();
});

test('arrow keys go from action to action, with one stop of the Tab key for each group', async () => {
  render(nim.Board, { props: props() });
  const [one, two, pass] = screen.getAllByRole('button');
  expect([one, two, pass].map((button) => button!.tabIndex)).toEqual([0, -1, 0]);
  one!.focus();
  await fireEvent.keyDown(one!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(two);
});

test('whoever plays by keys is at the actions again when it is their turn again', async () => {
  const given = props();
  const { rerender } = render(nim.Board, { props: given });
  const button = screen.getByRole('button', { name: '1' });
  button.focus();
  await fireEvent.keyDown(button, { key: 'Enter' });
  await fireEvent.click(button);
  await rerender(props({ groups: [] }, { interactive: false }));
  expect(offered()).toEqual([]);
  await rerender(props());
  await tick();
  await tick();
  expect((document.activeElement as HTMLElement).dataset['action']).toBe('take 1');
});

test('nothing can be pressed while an answer is awaited, and a hint is marked', async () => {
  const given = props({}, { interactive: false, pending: 'take 1', hint: 'take 2' });
  render(nim.Board, { props: given });
  const [one, two] = screen.getAllByRole('button');
  await fireEvent.click(two!);
  expect(given.play).not.toHaveBeenCalled();
  expect(one!.className).toContain('pending');
  expect(two!.className).toContain('hinted');
});

test('a game that draws no picture is shown in characters, and one that does can be read so too', () => {
  render(nim.Board, { props: props({ svg: null }) });
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('heap: |||||||').tagName).toBe('PRE');
  cleanup();
  render(nim.Board, { props: props() });
  expect(within(document.querySelector('details')!).getByText('heap: |||||||')).toBeTruthy();
});

test('each new position is reported as shown', async () => {
  const given = props();
  const { rerender } = render(nim.Board, { props: given });
  await expect.poll(() => given.settled).toHaveBeenCalledTimes(1);
  await rerender({ ...given, position: { ...given.position, ply: 2 } });
  await expect.poll(() => given.settled).toHaveBeenCalledTimes(2);
});

test('what happened, what is due and what a hint proposes are told in the words of the game', () => {
  const shown = props().position;
  const told = happening(3, { seat: 1, words: 'takes 2 stones', facts: [{ key: 'took', values: { stones: 2 } }] });
  expect(happeningText(told, people, nim)).toBe('Bo: takes 2 stones');
  expect(happeningText(happening(4, { words: null, facts: told.facts }), people, nim)).toBe('');
  const due = (me: number) => dueText(state(1, { position: shown }), { ...people, me }, nim);
  expect([due(0), due(1)]).toEqual(['Take some stones.', 'It’s Ada’s turn.']);
  expect(nim.actionText('take 2', shown, people)).toBe('left heap: 2');
  expect(nim.actionText('take 5', shown, people)).toBe('take 5');
});

test('reasons that every game has are told, and those without words are left out', () => {
  const reasons = [
    { key: 'leaves_even_heaps', values: {} },
    { key: 'wins_for_sure', values: {} },
  ];
  expect(reasonsText(reasons, nim, people)).toBe('It wins, whatever the others do.');
});

test('the miniature is the first position as the game draws it, or a floe where it draws none', async () => {
  const asked = vi.spyOn(api, 'position').mockResolvedValue({ position: props().position } as never);
  const { container } = render(Miniature, { props: { game: 'nim', motion: 'full' } });
  await expect.poll(() => container.querySelector('img')).not.toBeNull();
  expect(asked).toHaveBeenCalledExactlyOnceWith({ game: 'nim' });
  cleanup();
  asked.mockRejectedValue(new Error('away'));
  const other = render(Miniature, { props: { game: 'nim', motion: 'full' } });
  await expect.poll(() => other.container.querySelector('svg')).not.toBeNull();
});
