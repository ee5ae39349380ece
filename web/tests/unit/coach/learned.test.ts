/** What is kept of a newcomer: when first games are over, what needs no more words, and what the coach switches on. */

import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
const load = () => import('../../../src/app/coach/learned.svelte');

test('three games to their end make a newcomer one no more, and a page that is loaded again counts nothing twice', async () => {
  const { finished, hasCoach, isNew } = await load();
  for (const table of ['one', 'one', 'two']) finished('icecult', table);
  expect([isNew('icecult'), hasCoach('icecult')]).toEqual([true, true]);
  finished('icecult', 'three');
  expect([isNew('icecult'), hasCoach('icecult'), isNew('igluiglu')]).toEqual([false, false, true]);
  vi.resetModules();
  expect((await load()).isNew('icecult')).toBe(false);
});

test('what was done twice is known, until the coach is called again', async () => {
  const { callCoach, did, hasCoach, knows, sendCoachAway } = await load();
  did('icecult', ['tilt', 'end']);
  expect(knows('icecult', 'tilt')).toBe(false);
  did('icecult', ['tilt']);
  expect([knows('icecult', 'tilt'), knows('icecult', 'end'), knows('igluiglu', 'tilt')]).toEqual([true, false, false]);
  sendCoachAway('icecult');
  expect(hasCoach('icecult')).toBe(false);
  callCoach('icecult');
  expect([hasCoach('icecult'), knows('icecult', 'tilt')]).toEqual([true, false]);
});

test('the coach can be called by somebody who knows the game', async () => {
  const { callCoach, finished, hasCoach, hasSeenGoal } = await load();
  for (const table of ['one', 'two', 'three']) finished('icecult', table);
  expect(hasSeenGoal('icecult')).toBe(true);
  callCoach('icecult');
  expect(hasCoach('icecult')).toBe(true);
});

test('broken storage makes everybody new', async () => {
  localStorage.setItem('floe.coach', '{"icecult": 7, "igluiglu": {"games": "many", "done": {"flip": "x"}}}');
  const { isNew, knows } = await load();
  expect([isNew('icecult'), isNew('igluiglu'), knows('igluiglu', 'flip')]).toEqual([true, true, false]);
});

test('threats are marked for those who have the coach, unless they were switched off', async () => {
  const settings = await import('../../../src/app/settings.svelte');
  const { sendCoachAway } = await load();
  const marked = () => settings.boardSettings().switches['threats'];
  expect(marked()).toBe(true);
  sendCoachAway('icecult');
  expect(marked()).toBe(false);
  settings.change({ switches: { threats: true } });
  expect(marked()).toBe(true);
  settings.change({ switches: { threats: false } });
  vi.resetModules();
  localStorage.removeItem('floe.coach');
  expect((await import('../../../src/app/settings.svelte')).boardSettings().switches['threats']).toBe(false);
});

test('whoever is new meets the gentlest machine, others the usual one', async () => {
  const { levelFor } = await import('../../../src/app/newtable/starting');
  const { finished } = await load();
  const { outsideGame } = await import('../making');
  const game = outsideGame({ levels: ['beginner', 'easy', 'hard'], default_level: 'easy' });
  expect(levelFor(game)).toBe('beginner');
  for (const table of ['one', 'two', 'three']) finished(game.name, table);
  expect(levelFor(game)).toBe('easy');
});
