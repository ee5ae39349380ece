/** What newcomers are told in every recorded position, and that it points at something. */

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { igluiglu } from '../../../src/games/igluiglu/ui';
import { scoresOf, viewOf } from '../../../src/games/igluiglu/model/view';
import { LANGUAGES, setLanguage } from '../../../src/i18n';
import { named, RECORDED, type Recorded } from './frames';

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dan'];
const coach = igluiglu.coach!;
const peopleOf = ({ position, seat }: Recorded) => ({
  colours: viewOf(position.view).players,
  names: NAMES,
  me: seat,
});
const tipsOf = (one: Recorded) => coach.tips(one.position, peopleOf(one), one.seat!);
const playing = RECORDED.filter(({ position, seat }) => seat !== null && position.legal.length);

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

test('something is said wherever something is to be done, in all languages', async () => {
  expect(playing.length).toBeGreaterThan(50);
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const one of playing) {
      const tips = tipsOf(one);
      expect(tips.length, one.name).toBeGreaterThan(0);
      for (const { words } of tips) expect(words, one.name).not.toMatch(/[{}]|igluiglu\./);
    }
  }
});

test('each sentence points at something on the board', () => {
  for (const one of playing.filter((_, i) => i % 4 === 0)) {
    const { container } = render(igluiglu.Board, {
      props: {
        position: one.position,
        happened: [],
        seat: one.seat,
        people: peopleOf(one),
        interactive: true,
        pending: null,
        play: vi.fn(),
        why: vi.fn(),
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
      },
    });
    for (const { thing, at } of tipsOf(one)) {
      const found = at.some((selector) => container.querySelector(selector));
      expect(found, `${one.name}: ${thing} at ${at.join(' or ')}`).toBe(true);
    }
    cleanup();
  }
});

test('what somebody plays is what they were told of', () => {
  for (const one of playing) {
    const known = new Set(one.position.legal.flatMap((action) => coach.things(action, one.position, one.seat!)));
    for (const { thing, danger } of tipsOf(one)) if (!danger) expect([...known], one.name).toContain(thing);
  }
});

test('a large island that another has alone is a danger', () => {
  const dangers = playing.flatMap(tipsOf).filter(({ thing }) => thing === 'island');
  expect(dangers.length).toBeGreaterThan(0);
  for (const { words } of dangers)
    expect(words).toMatch(/^(Ada|Bo|Cleo|Dan) is alone on this island of \d+ tiles: \d+ points/);
});

test('after a defeat it is said what brought the points', () => {
  const one = named('2 players, family, over 1');
  const { players } = viewOf(one.position.view);
  const totals = players.map((colour) => scoresOf(one.position)!.scores[colour]!);
  const winner = totals[0]!.total > totals[1]!.total ? 0 : 1;
  const people = { ...peopleOf(one), me: 1 - winner };
  const result = { winners: [winner], rule: null, reason: 'no_flip', resigned: null };
  const words = coach.lost(one.position, people, 1 - winner, result);
  expect(words).toContain(NAMES[winner]);
  const part = words.includes('hunting') ? 'animals' : 'islands';
  expect(words).toContain(String(totals[winner]![part]));
  const leads = (name: 'animals' | 'islands') => totals[winner]![name] - totals[1 - winner]![name];
  expect(leads(part)).toBeGreaterThanOrEqual(leads(part === 'animals' ? 'islands' : 'animals'));
});
