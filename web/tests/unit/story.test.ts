/** The log as a story: one line a turn, in signs for the eye and in words for the ear. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chapters } from '../../src/app/log';
import { change, settings } from '../../src/app/settings.svelte';
import Story from '../../src/app/table/Story.svelte';
import type { GameParts } from '../../src/games/game';
import { icecult } from '../../src/games/icecult/ui';
import { igluiglu } from '../../src/games/igluiglu/ui';
import { inSigns } from '../../src/games/igluiglu/text/signs';
import { setLanguage } from '../../src/i18n';
import type { Happening } from '../../src/protocol';
import { frames } from './icecult/frames';
import { RECORDED } from './igluiglu/frames';
import { happening } from './making';

beforeEach(async () => {
  await setLanguage('en');
  change({ notation: false });
});
afterEach(cleanup);

const people = { colours: ['y' as const, 'g' as const], names: ['Guest', 'Bo'], me: 0 };
const ended = (seat: number) => [{ key: 'turn_ended', values: { seat, next: 1 - seat, arcs_lost: 0 } }];
const tilt = {
  key: 'tilt',
  values: { pair: 'n', toward: 'n', slots: ['a', 'b'], poses: {}, tops: { a: 'y>n', b: 'arc' } },
};
const enter = { key: 'enter', values: { colour: 'y', path: 'n', standing: 1, slot: 'a', circle: false } };

const LOG: Happening[] = [
  happening(1, { kind: 'started', action: null, seat: null, ply: 0 }),
  happening(2, { facts: [tilt], action: 'nn' }),
  happening(3, { facts: [enter], action: 'a@start' }),
  happening(4, { facts: ended(0), action: 'end' }),
  happening(5, { seat: 1, facts: [tilt], action: 'nn' }),
  happening(6, { seat: 1, facts: [enter], action: 'a@start' }),
];

describe('turns', () => {
  const parts = (log: readonly Happening[], answers?: (action: string) => boolean) =>
    chapters(log, answers).map(({ seat, entries }) => [seat, entries.map(({ version }) => version)]);

  test('a turn lasts until it is ended, though the same seat is next', () => {
    expect(parts(LOG)).toEqual([
      [null, [1]],
      [0, [2, 3, 4]],
      [1, [5, 6]],
    ]);
    expect(parts([happening(1, { facts: ended(0) }), happening(2)])).toEqual([
      [0, [1]],
      [0, [2]],
    ]);
  });

  test('without such a fact it lasts as long as the seat does', () => {
    expect(parts([happening(1), happening(2), happening(3, { seat: 1 })])).toEqual([
      [0, [1, 2]],
      [1, [3]],
    ]);
  });

  test('who only answers is part of the turn, as is what is taken back in it', () => {
    const log = [
      happening(1),
      happening(2, { seat: 1, action: 'pass' }),
      happening(3, { kind: 'undone', action: null }),
    ];
    expect(parts(log, (action) => action === 'pass')).toEqual([[0, [1, 2, 3]]]);
  });

  test('of IGLU IGLU answers to a bear and flights are part of the turn', () => {
    expect(['spear', 'pass', 'flee r a1'].map((action) => igluiglu.answers!(action))).toEqual([true, true, true]);
    expect(['flip c3', 'end', 'walk c3 n'].map((action) => igluiglu.answers!(action))).toEqual([false, false, false]);
  });
});

function show(more: Record<string, unknown> = {}, log = LOG) {
  const ui = { ...icecult, name: 'icecult', title: 'ICE CULT' };
  const point = vi.fn();
  return { point, ...render(Story, { props: { log, ui, people, point, href: (ply: number) => `#${ply}`, ...more } }) };
}

describe('the log', () => {
  test('has one line a turn; the running one is unfolded, a past one by a click', async () => {
    show();
    const lines = screen.getAllByRole('button', { expanded: false });
    expect(lines).toHaveLength(1);
    expect(screen.getByRole('button', { expanded: true }).textContent).toContain('Bo');
    expect(screen.getAllByRole('link')).toHaveLength(2);
    await fireEvent.click(lines[0]!);
    expect(screen.getAllByRole('link')).toHaveLength(5);
    await fireEvent.click(lines[0]!);
    expect(screen.getAllByRole('link')).toHaveLength(2);
  });

  test('shows signs to the eye and says the words to the ear, and whoever reads is "you"', () => {
    show();
    const line = screen.getByRole('button', { expanded: false });
    expect(line.querySelectorAll('[aria-hidden="true"] svg').length).toBeGreaterThan(4);
    expect(line.querySelector('.hidden-text')!.textContent).toMatch(/^You: The northern pair tilts north\. On top: /);
    expect(line.textContent).not.toContain('Guest');
    const first = screen.getAllByRole('link')[0]!;
    expect(first.querySelector('.text')!.textContent).toBe('The northern pair tilts north.');
    expect(first.querySelector('.hidden-text')!.textContent).toContain('north-west: yellow arrow to the north');
  });

  test('notation comes on wish, and the wish is kept', async () => {
    const { container } = show();
    expect(container.querySelectorAll('code')).toHaveLength(0);
    await fireEvent.click(screen.getByRole('button', { name: 'Notation' }));
    expect(settings().notation).toBe(true);
    expect(JSON.parse(localStorage.getItem('floe.settings')!)).toMatchObject({ notation: true });
    expect([...container.querySelectorAll('code')].map((one) => one.textContent)).toEqual([
      'nn a@start end',
      'nn',
      'a@start',
    ]);
  });

  test('of a replay unfolds the turn on the screen, and a click goes there', async () => {
    const go = vi.fn();
    show({ go, href: undefined, ply: 3 });
    const [open] = screen.getAllByRole('button', { expanded: true });
    const turn = within(open!.closest('li')!);
    expect(turn.getByText('A yellow pawn enters the north path.').closest('button')!.getAttribute('aria-current')).toBe(
      'true',
    );
    await fireEvent.click(screen.getByRole('button', { expanded: false }));
    expect(go).toHaveBeenCalledExactlyOnceWith(5);
  });

  test('a turn of one action is no riddle: it stands there at once', () => {
    show({}, [
      happening(1, { words: 'drops a disc', action: '3' }),
      happening(2, { seat: 1, words: 'drops', action: '4' }),
    ]);
    expect(screen.getAllByRole('link').map((one) => one.textContent!.trim())).toEqual([
      'You: drops a disc',
      'Bo: drops',
    ]);
  });
});

const GAMES: [string, GameParts, typeof frames][] = [
  ['icecult', icecult, frames],
  ['igluiglu', igluiglu, RECORDED],
];

describe.each(GAMES)('%s', (name, parts, recorded) => {
  test('every action that is told in words has signs, but for those that only end or wait', () => {
    const unsigned = new Set<string>();
    for (const { happened } of recorded)
      for (const fact of happened.flatMap(({ facts }) => facts)) {
        const { container } = render(parts.Signs!, { props: { fact, people } });
        if (!container.querySelector('svg')) unsigned.add(fact.key);
        cleanup();
      }
    const quiet =
      name === 'icecult'
        ? ['threat_ended', 'turn_ended', 'stalled']
        : // What comes up is shown by the tile that was flipped; values are numbers.
          [
            ...['turn_ended', 'points', 'kept', 'flipped', 'fish_came', 'bear_came', 'none_left', 'drift_came'],
            ...['drift_failed', 'push_waits', 'herd_stopped', 'passed', 'unanswered', 'scored', 'won', 'glacier'],
          ];
    expect([...unsigned].filter((key) => !quiet.includes(key))).toEqual([]);
  });
});

test('a tile that somebody keeps unseen has the sign of a hand, one that is seen its own', () => {
  const signs = (key: string, values: object) =>
    inSigns({ key, values: { seat: 0, cell: 'c3', ...values } }, people).map((one) =>
      'sign' in one ? one.sign : one.word,
    );
  expect(signs('kept', { tile: null })).toEqual(['flip', 'c3', 'hand']);
  expect(signs('kept', { tile: 'melt' })).toEqual([]);
  expect(signs('flipped', { kind: 'energy2' })).toEqual(['flip', 'c3', 'sun']);
  expect(signs('flipped', { kind: null })).toEqual([]);
});
