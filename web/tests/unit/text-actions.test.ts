/** The board as text has its own controls: everything that is legal, and a field for what is written. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import TextActions from '../../src/app/table/TextActions.svelte';
import type { GameParts } from '../../src/games/game';
import { icecult } from '../../src/games/icecult/ui';
import { igluiglu } from '../../src/games/igluiglu/ui';
import { setLanguage } from '../../src/i18n';
import { frames } from './icecult/frames';
import { RECORDED } from './igluiglu/frames';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const people = { colours: ['y' as const, 'g' as const], names: ['Ada', 'Bo'], me: 0 };
const GAMES: [string, GameParts, typeof frames][] = [
  ['icecult', icecult, frames],
  ['igluiglu', igluiglu, RECORDED],
];

function show(name: string, parts: GameParts, { position }: (typeof frames)[number]) {
  const play = vi.fn();
  const why = vi.fn(async () => ({ rule: null, key: '', values: {}, words: 'That cannot be.' }));
  const ui = { ...parts, name, title: name };
  return { play, why, ...render(TextActions, { props: { ui, position, people, interactive: true, play, why } }) };
}

describe.each(GAMES)('%s', (name, parts, recorded) => {
  test('every legal action is a button with words of its own', async () => {
    for (const frame of recorded.filter(({ position }) => position.legal.length).filter((_, i) => i % 9 === 0)) {
      const { container, play } = show(name, parts, frame);
      const buttons = [...container.querySelectorAll<HTMLElement>('[data-action]')];
      expect(buttons.map((one) => one.dataset['action']).sort()).toEqual([...frame.position.legal].sort());
      expect(new Set(buttons.map((one) => one.textContent)).size).toBe(buttons.length);
      await fireEvent.click(buttons[0]!);
      expect(play).toHaveBeenCalledExactlyOnceWith(buttons[0]!.dataset['action']);
      cleanup();
    }
  });

  test('what is written is played, or it is said why not', async () => {
    const frame = recorded.find(({ position }) => position.legal.length > 1)!;
    const { container, play, why } = show(name, parts, frame);
    const field = screen.getByLabelText('Or write it');
    const send = () => fireEvent.submit(container.querySelector('form')!);
    await fireEvent.input(field, { target: { value: 'nonsense' } });
    await send();
    expect(why).toHaveBeenCalledExactlyOnceWith('nonsense');
    expect(await screen.findByText('That cannot be.')).toBeTruthy();
    await fireEvent.input(field, { target: { value: frame.position.legal[1] } });
    await send();
    expect(play).toHaveBeenCalledExactlyOnceWith(frame.position.legal[1]);
  });
});
