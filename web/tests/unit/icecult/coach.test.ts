/** What newcomers are told in every recorded position, and that it points at something. */

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { icecult } from '../../../src/games/icecult/ui';
import { viewOf } from '../../../src/games/icecult/model/view';
import { LANGUAGES, setLanguage } from '../../../src/i18n';
import { find, frames, people, type Frame } from './frames';
import type { Result } from '../../../src/protocol';

const coach = icecult.coach!;
const peopleOf = ({ position, seat }: Frame) => ({
  colours: viewOf(position.view).players,
  names: people.names,
  me: seat,
});
const tipsOf = (frame: Frame) => coach.tips(frame.position, peopleOf(frame), frame.seat!);
const playing = frames.filter(({ position, seat }) => seat !== null && position.legal.length);

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

test('something is said wherever something is to be done, in all languages', async () => {
  expect(playing.length).toBeGreaterThan(50);
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const frame of playing) {
      const tips = tipsOf(frame);
      expect(tips.length, frame.name).toBeGreaterThan(0);
      for (const { words } of tips) expect(words, frame.name).not.toMatch(/[{}]|icecult\./);
    }
  }
});

test('each sentence points at something on the board', () => {
  for (const frame of playing.filter((_, i) => i % 7 === 0)) {
    const { container } = render(icecult.Board, {
      props: {
        position: frame.position,
        happened: [],
        seat: frame.seat,
        people: peopleOf(frame),
        interactive: true,
        pending: null,
        play: vi.fn(),
        why: vi.fn(),
        settings: {
          motion: 'reduced',
          view: '2d',
          switches: { threats: true },
          speed: 1,
          palette: 'polar',
          previews: true,
        },
        highlight: null,
        hint: null,
        settled: vi.fn(),
      },
    });
    for (const { thing, at } of tipsOf(frame)) {
      const found = at.some((selector) => container.querySelector(selector));
      expect(found, `${frame.name}: ${thing} at ${at.join(' or ')}`).toBe(true);
    }
    cleanup();
  }
});

test('what somebody plays is what they were told of', () => {
  const { position, seat } = find(({ position: { view } }) => viewOf(view).phase === 'tilt1');
  expect(coach.things('nn', position, seat!)).toEqual(['tilt']);
  for (const frame of playing) {
    const known = new Set(frame.position.legal.flatMap((action) => coach.things(action, frame.position, frame.seat!)));
    const told = tipsOf(frame).filter(({ danger }) => !danger);
    for (const { thing } of told) expect([...known], frame.name).toContain(thing);
  }
});

test('a threat comes first', () => {
  const frame = find(({ position }) => position.outlook.some(({ key }) => key === 'in_reach'));
  expect(tipsOf(frame)[0]).toMatchObject({ danger: true });
});

describe('after a defeat', () => {
  const result = (reason: string): Result => ({ winners: [1], rule: null, reason, resigned: null });
  const frame = find(({ position: { view } }) => viewOf(view).phase === 'move');
  const lost = (view: object, reason: string) =>
    coach.lost({ ...frame.position, view: { ...frame.position.view, ...view } }, people, 0, result(reason));

  test('by a tower it is said where it stood and how to see it coming', () => {
    const paths = { ...viewOf(frame.position.view).paths, s: ['', '', 'gyggrgg', '', ''] };
    expect(lost({ players: ['y', 'g'], paths }, 'tower')).toMatch(/^Bo gathered .* on the south path\. When four/);
  });
  test('by pawns that came home, too', () => {
    expect(lost({}, 'home')).toMatch(/^Bo brought all five pawns home first\. Count/);
  });
  test('a draw needs no words', () => {
    expect(lost({}, 'standstill')).toBe('');
  });
});
