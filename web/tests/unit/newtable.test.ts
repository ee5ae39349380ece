import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import {
  chosenRules,
  newDraft,
  settingsOf,
  withColour,
  withGame,
  withPlayers,
  withRule,
  withSeat,
} from '../../src/app/newtable/draft';
import HouseRules from '../../src/app/newtable/HouseRules.svelte';
import RuleOptions from '../../src/app/newtable/RuleOptions.svelte';
import SeatRow from '../../src/app/newtable/SeatRow.svelte';
import { named, seatsFor } from '../../src/app/newtable/starting';
import { clockText, unusualRules } from '../../src/app/tableFacts';
import WhatIsPlayed from '../../src/app/table/WhatIsPlayed.svelte';
import { setLanguage } from '../../src/i18n';
import type { GameInfo, SeatPlan } from '../../src/protocol';

afterEach(cleanup);

const option = { choices: null, lowest: 1, highest: 9, own: false, text: '', reading: false };
const game: GameInfo = {
  name: 'icecult',
  title: 'ICE CULT',
  players: [2, 3, 4],
  hidden: false,
  chance: false,
  rules_version: 1,
  options: [{ ...option, name: 'path_length', default: 5 }],
  colours: { 2: ['y', 'g'], 3: ['y', 'r', 'g'], 4: ['y', 'r', 'g', 'b'] },
  choosable: { 2: ['y', 'r', 'g', 'b'], 3: ['y', 'r', 'g', 'b'], 4: ['y', 'r', 'g', 'b'] },
  levels: ['beginner', 'easy'],
  default_level: 'easy',
  elo: {},
  summary: '',
  board: true,
  lessons: true,
  puzzles: true,
  handicaps: ['pawn'],
};
const other: GameInfo = {
  ...game,
  name: 'igluiglu',
  players: [2, 3],
  colours: { 2: ['r', 'b'], 3: ['r', 'b', 'y'] },
  choosable: { 2: ['r', 'b'], 3: ['r', 'b', 'y', 'g'] },
  levels: ['easy'],
};

test('by default one plays the machine of the usual level, with nothing else chosen', () => {
  expect(settingsOf(newDraft(game), game)).toMatchObject({
    game: 'icecult',
    seats: [{ who: 'me' }, { who: 'machine', level: 'easy' }],
    rules: {},
    colours: null,
    clock: null,
  });
});

test('company fills the seats', () => {
  expect(seatsFor('friends', 3, 'easy').map(({ who }) => who)).toEqual(['me', 'open', 'open']);
  expect(seatsFor('screen', 2, 'easy').map(({ who }) => who)).toEqual(['me', 'me']);
});

test('more seats are filled like the last one, and fewer leave the last ones out', () => {
  const four = withPlayers(newDraft(game), game, 4);
  expect(four.seats.slice(1)).toEqual(Array(3).fill({ who: 'machine', level: 'easy' }));
  expect(four.colours).toEqual(['y', 'r', 'g', 'b']);
  expect(withPlayers(four, game, 2).seats).toHaveLength(2);
});

test('a colour that somebody has is exchanged', () => {
  expect(withColour(newDraft(game), 0, 'g').colours).toEqual(['g', 'y']);
  expect(withColour(newDraft(game), 0, 'b').colours).toEqual(['b', 'g']);
  expect(settingsOf(withColour(newDraft(game), 0, 'b'), game).colours).toEqual(['b', 'g']);
});

test('a rule with its usual value is not sent', () => {
  const changed = withRule(newDraft(game), game, 'path_length', 3);
  expect(changed.rules).toEqual({ path_length: 3 });
  expect(withRule(changed, game, 'path_length', 5).rules).toEqual({});
});

test('another game keeps who plays, but not what only the first one has', () => {
  const draft = withRule(withPlayers(newDraft(game), game, 4), game, 'path_length', 3);
  const beginner = withSeat(draft, 1, { who: 'machine', level: 'beginner' });
  const changed = withGame(beginner, other);
  expect(changed).toMatchObject({ game: 'igluiglu', rules: {}, colours: ['r', 'b'] });
  expect(changed.seats).toEqual([{ who: 'me' }, { who: 'machine', level: 'easy' }]);
});

test('previews are switched off for the whole table', () => {
  expect(settingsOf(newDraft(game), game).previews).toBe(true);
  const draft = { ...newDraft(game), previews: false };
  expect(settingsOf(draft, game).previews).toBe(false);
  expect(withGame(draft, other).previews).toBe(true);
});

test('what is not usual at a table is listed as the game has it', () => {
  const tower = { ...option, name: 'tower', default: 'any', choices: ['any', 'own'], reading: true };
  const both = { ...game, options: [...game.options, tower] };
  expect(chosenRules(both, {})).toEqual([]);
  expect(chosenRules(both, { path_length: 5, tower: 'own' })).toEqual([tower]);
});

test('a seat is offered the colours that its number of players may choose, and no others', async () => {
  await setLanguage('en');
  const offered = (info: GameInfo, players: number) => {
    const draft = withPlayers(newDraft(info), info, players);
    const { unmount } = render(SeatRow, {
      props: { game: info, draft, seat: 0, plan: draft.seats[0]!, set: vi.fn(), change: vi.fn() },
    });
    const select = screen.queryByLabelText('Colour');
    const names = select ? [...select.querySelectorAll('option')].map(({ value }) => value) : null;
    unmount();
    return names;
  };
  expect(offered(other, 2)).toEqual(['r', 'b']);
  expect(offered(other, 3)).toEqual(['r', 'b', 'y', 'g']);
  expect(offered({ ...other, choosable: { 2: [] } }, 2)).toBeNull();
});

test('it is told what the machine at a seat likes to play, where the game says so', async () => {
  await setLanguage('en');
  const draft = newDraft(game);
  const told = (info: GameInfo, plan: SeatPlan) => {
    const { unmount } = render(SeatRow, {
      props: { game: info, draft, seat: 1, plan, set: vi.fn(), change: vi.fn() },
    });
    const about = screen.getByLabelText('Who plays').getAttribute('aria-describedby');
    const text = about && document.getElementById(about)!.textContent;
    unmount();
    return text;
  };
  expect(told(game, { who: 'machine', level: 'easy' })).toBe('Builds towers.');
  expect(told(game, { who: 'me' })).toBeNull();
  expect(told({ ...game, name: 'connectfour' }, { who: 'machine', level: 'easy' })).toBeNull();
});

test('other readings are a step away, with their number where some are chosen', async () => {
  await setLanguage('de');
  const change = vi.fn();
  const tower = { ...option, name: 'tower', default: 'any', choices: ['any', 'own'], reading: true };
  const info = { ...game, options: [...game.options, tower] };
  const { container } = render(RuleOptions, { props: { game: info, rules: { tower: 'own' }, change } });
  const details = container.querySelector('details')!;
  expect(details.open).toBe(false);
  expect(details.querySelector('summary')!.textContent).toMatch(/Andere Lesarten.*1$/);
  expect(details.textContent).toContain('Turm');
  await fireEvent.click(details.querySelectorAll('input')[0]!);
  expect(change).toHaveBeenCalledExactlyOnceWith('tower', 'any');
  await setLanguage('en');
});

test('whoever waits is told what is not usual at the table', async () => {
  await setLanguage('en');
  const settings = { game: 'icecult', seats: [], rules: { path_length: 3 }, previews: false };
  const unusual = ['Spaces on each path: 3', 'What a tilt will bring up isn’t shown: look through the ice.'];
  expect(unusualRules(game, settings)).toEqual(unusual);
  render(WhatIsPlayed, { props: { game, settings: { ...settings, clock: { type: 'live', seconds: 300 } } } });
  const told = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(told).toEqual(expect.arrayContaining(['5 minutes each', ...unusual]));
  expect(screen.getByText('Bring all five of your pawns home, or gather all five in one stack.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Learn it in a few steps' }).getAttribute('href')).toBe('/learn/icecult');
  cleanup();
  render(WhatIsPlayed, { props: { game, settings: { ...settings, rules: {}, previews: true } } });
  expect(screen.getByText('As usual')).toBeTruthy();
  expect(screen.getByText('No clock')).toBeTruthy();
});

test.each([
  [null, 'No clock'],
  [{ type: 'live', seconds: 600 }, '10 minutes each'],
  [{ type: 'live', seconds: 30, increment: 2 }, '30 seconds each, 2 seconds more per turn'],
  [{ type: 'days', days: 1 }, '1 day per turn'],
] as const)('the clock %o is told as %s', async (clock, words) => {
  await setLanguage('en');
  expect(clockText(clock)).toBe(words);
});

test('clocks are sent as the server counts them', () => {
  expect(settingsOf({ ...newDraft(game), clock: 'live', minutes: 3, increment: 2 }, game).clock).toEqual({
    type: 'live',
    seconds: 180,
    increment: 2,
  });
  expect(settingsOf({ ...newDraft(game), clock: 'days', days: 2 }, game).clock).toEqual({ type: 'days', days: 2 });
});

test('names of others at one screen are trimmed, and left out if empty', () => {
  const draft = {
    ...newDraft(game),
    seats: [
      { who: 'me' as const, name: ' Ada ' },
      { who: 'me' as const, name: ' ' },
    ],
  };
  expect(settingsOf(draft, game).seats).toEqual([{ who: 'me', name: 'Ada' }, { who: 'me' }]);
});

test('the first seat at one’s own screen bears one’s own name, unless another was told', () => {
  const names = (...seats: SeatPlan[]) => named({ game: 'icecult', seats }, 'Ada').seats.map(({ name }) => name);
  expect(names({ who: 'machine', level: 'easy' }, { who: 'me' }, { who: 'me' })).toEqual([undefined, 'Ada', undefined]);
  expect(names({ who: 'me', name: 'Bo' }, { who: 'me' })).toEqual(['Bo', undefined]);
  expect(named({ game: 'icecult', seats: [{ who: 'me' }] }, null).seats).toEqual([{ who: 'me' }]);
});

test('places can be swapped where nothing is hidden, and nowhere else', async () => {
  await setLanguage('en');
  const draft = { ...newDraft(game), swap: true };
  expect(settingsOf(draft, game).swap).toBe(true);
  expect(unusualRules(game, settingsOf(draft, game))).toContain('With swap after the first turn');
  const hands = { ...other, hidden: true };
  expect(withGame(draft, hands).swap).toBe(false);
  expect(settingsOf({ ...draft, game: hands.name }, hands).swap).toBe(false);
  expect(unusualRules(game, settingsOf(newDraft(game), game))).toEqual([]);
});

test('one seat may have something ahead, where the game offers it and places are not swapped', async () => {
  await setLanguage('en');
  const draft = { ...newDraft(game), handicap: { seat: 1, ahead: 'pawn' } };
  expect(settingsOf(draft, game).handicap).toEqual({ seat: 1, ahead: 'pawn' });
  expect(unusualRules(game, settingsOf(draft, game))).toEqual(['Green: A pawn already home']);
  expect(settingsOf({ ...draft, swap: true }, game).handicap).toBeNull();
  expect(settingsOf(draft, { ...game, handicaps: [] }).handicap).toBeNull();
  expect(settingsOf({ ...draft, handicap: { seat: 2, ahead: 'pawn' } }, game).handicap).toBeNull();
});

test('what one has ahead is chosen with the other rules of the table', async () => {
  await setLanguage('en');
  const change = vi.fn();
  const draft = newDraft(game);
  const { rerender } = render(HouseRules, { draft, game, change });
  await fireEvent.click(screen.getByLabelText('A pawn already home'));
  expect(change.mock.lastCall![0].handicap).toEqual({ seat: 0, ahead: 'pawn' });
  await rerender({ draft: change.mock.lastCall![0], game, change });
  await fireEvent.click(screen.getByLabelText('Green'));
  expect(change.mock.lastCall![0].handicap).toEqual({ seat: 1, ahead: 'pawn' });
  await rerender({ draft: { ...draft, swap: true }, game, change });
  expect(screen.queryByLabelText('A pawn already home')).toBeNull();
});
