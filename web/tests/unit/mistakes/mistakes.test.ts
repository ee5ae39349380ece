import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/app/api';
import { LEAST_LOSS, MOST, worst } from '../../../src/app/mistakes/choosing';
import { Deck, type DeckWorld } from '../../../src/app/mistakes/deck.svelte';
import { answered, newCard, type Exercise } from '../../../src/app/mistakes/exercises';
import { analysisOf } from '../../../src/app/mistakes/analysing';
import { exercisesOf, type Finder } from '../../../src/app/mistakes/finding';
import { dueText } from '../../../src/app/mistakes/telling';
import { MemoryShelves } from '../../../src/app/practice/shelves';
import { setLanguage } from '../../../src/i18n';
import type { ActionJudged, Analysis, AskJudgement, Judgement, Tried, Try } from '../../../src/protocol';
import { seat, table } from '../making';

const DAY = 86_400_000;
const NOON = new Date('2026-11-16T12:00:00');

const judgement = (ply: number, loss: number): Judgement => ({
  ply,
  chances: [0.5, 0.5],
  best: 'x',
  loss,
  reasons: [],
});
const analysis = (...judgements: Judgement[]): Analysis => ({
  done: 9,
  total: 9,
  judgements,
  turning_points: [],
});

describe('which decisions become exercises', () => {
  const seats = [0, 0, 0, 1, 1, 0, 0, 1, 0];

  test('one’s own that gave something away, the worst of each turn, in the order of play', () => {
    const all = [judgement(1, 0.2), judgement(2, 0.5), judgement(4, 0.9), judgement(6, 0.3), judgement(7, 0.25)];
    expect(worst(all, seats, [0]).map(({ ply }) => ply)).toEqual([2, 6]);
    expect(worst(all, seats, [1]).map(({ ply }) => ply)).toEqual([4]);
    expect(worst(all, seats, [])).toEqual([]);
  });

  test('what is within what two searches differ by is none', () => {
    expect(worst([judgement(1, LEAST_LOSS - 0.01)], seats, [0])).toEqual([]);
    expect(worst([judgement(1, LEAST_LOSS)], seats, [0])).toHaveLength(1);
  });

  test('of a bad game only the worst', () => {
    const turns = Array.from({ length: 20 }, (_, ply) => ply % 2);
    const all = turns.map((_, index) => judgement(index + 1, 0.2 + index / 100));
    const chosen = worst(all, turns, [0]);
    expect(chosen).toHaveLength(MOST);
    expect(chosen.map(({ ply }) => ply)).toEqual([11, 13, 15, 17, 19]);
  });
});

/** A host of one game: seat 0 is the person; the second look finds what it is told to find. */
function finder(grades: Record<string, string | null>): Finder & { asked: AskJudgement[] } {
  const asked: AskJudgement[] = [];
  return {
    asked,
    table: () => Promise.resolve(table({ status: 'over', seats: [seat(0), seat(1, { mine: false })] })),
    record: () => Promise.resolve({ game: 'icecult', rules_version: 3, actions: ['a', 'b', 'c', 'd'] }),
    try: ({ actions = [] }: Try) =>
      Promise.resolve({
        document: { whole: actions.length, players: ['y', 'r'] },
        position: { view: { seen: actions.length, players: ['y', 'r'] } },
        moves: actions.map((action, index) => ({ seat: index % 2, action })),
        to_move: actions.length % 2,
      } as unknown as Tried),
    judge: (wanted) => {
      asked.push(wanted);
      return Promise.resolve({
        grade: grades[wanted.action] ?? null,
        best: 'z',
        loss: 0.4,
        reasons: [],
      } as unknown as ActionJudged);
    },
    analysis: () => Promise.reject(new Error('not asked')),
  };
}

describe('exercises of a game', () => {
  test('only what a second look bears out', async () => {
    const ask = finder({ a: 'blunder', c: 'slip' });
    const made = await exercisesOf('t', analysis(judgement(1, 0.3), judgement(3, 0.3)), () => false, ask);
    expect(made.map(({ ply, played, best, seat: who }) => [ply, played, best, who])).toEqual([[1, 'a', 'z', 0]]);
    expect(made[0]!.position).toEqual({ whole: 0, players: ['y', 'r'] });
    expect(made[0]!.rulesVersion).toBe(3);
    expect(ask.asked.map(({ action }) => action)).toEqual(['a', 'c']);
  });

  test('where something is hidden nothing but the own view is kept, or looked at', async () => {
    const ask = finder({ c: 'mistake' });
    const [made] = await exercisesOf('t', analysis(judgement(3, 0.3)), () => true, ask);
    expect(made!.position).toEqual({ seen: 2, players: ['y', 'r'] });
    expect(made!.hidden).toBe(true);
    expect(ask.asked).toEqual([{ position: made!.position, action: 'c', sampled: true, seat: 0 }]);
  });

  test('an analysis is waited for, and one that cannot be had is none', async () => {
    const answers = [
      { done: 1, total: 4 },
      new Failure({ key: 'too_many', words: '' } as never, 429),
      { done: 4, total: 4 },
    ];
    const told: number[] = [];
    const ask = () => {
      const next = answers.shift()!;
      return next instanceof Failure ? Promise.reject(next) : Promise.resolve(next as Analysis);
    };
    const pause = () => Promise.resolve();
    expect(
      await analysisOf(
        't',
        (share) => told.push(share),
        () => false,
        { analysis: ask },
        pause,
      ),
    ).toMatchObject({ done: 4 });
    expect(told).toEqual([0.25, 1]);
    const no = (status: number) => ({
      analysis: () => Promise.reject(new Failure({ key: 'x', words: '' } as never, status)),
    });
    expect(
      await analysisOf(
        't',
        () => {},
        () => false,
        no(409),
        pause,
      ),
    ).toBeNull();
    await expect(
      analysisOf(
        't',
        () => {},
        () => false,
        no(0),
        pause,
      ),
    ).rejects.toThrow();
  });
});

describe('when it comes back', () => {
  test('right at the first go: each time later; missed: tomorrow', () => {
    let card = newCard(NOON);
    let now = NOON;
    const gaps: number[] = [];
    for (let n = 0; n < 4; n++) {
      card = answered(card, true, now);
      gaps.push((card.due.getTime() - now.getTime()) / DAY);
      now = card.due;
    }
    expect(gaps[0]).toBeGreaterThanOrEqual(1);
    for (const [n, gap] of gaps.slice(1).entries()) expect(gap).toBeGreaterThan(gaps[n]!);
    const forgotten = answered(card, false, now);
    expect((forgotten.due.getTime() - now.getTime()) / DAY).toBeLessThan(gaps[3]! / 2);
    expect(forgotten.due.getTime() - now.getTime()).toBeGreaterThanOrEqual(DAY);
  });

  test('in words', async () => {
    await setLanguage('en');
    const after = (days: number) => dueText(new Date(NOON.getTime() + days * DAY), NOON);
    expect([after(-3), after(0), after(1), after(4), after(90)]).toEqual([
      'today',
      'today',
      'tomorrow',
      'in 4 days',
      'in 3 months',
    ]);
  });
});

function exercise(key: string, changes: Partial<Exercise> = {}): Exercise {
  return {
    key,
    table: key.split('/')[0]!,
    ply: 1,
    game: 'icecult',
    rulesVersion: 1,
    seat: 0,
    position: { players: ['y', 'r'] },
    hidden: false,
    names: [],
    played: 'a',
    best: 'b',
    loss: 0.3,
    reasons: [],
    at: 0,
    card: newCard(NOON),
    ...changes,
  };
}

function deckOf(changes: Partial<DeckWorld> = {}, shelves = new MemoryShelves()) {
  const world: DeckWorld = {
    shelves,
    exercisesOf: (id) => Promise.resolve([exercise(`${id}/1`), exercise(`${id}/5`)]),
    analysisOf: () => Promise.resolve(analysis()),
    myTables: () => Promise.resolve({ tables: [], more: null }),
    rulesVersion: (game) => ({ icecult: 1, igluiglu: 2 })[game],
    changed: () => {},
    ...changes,
  };
  return new Deck(world);
}

describe('the deck', () => {
  test('keeps what was made, once, and how well it is known', async () => {
    const shelves = new MemoryShelves();
    const deck = deckOf({}, shelves);
    expect(await deck.collect('t', analysis())).toHaveLength(2);
    const [one] = deck.due(NOON.getTime());
    const due = await deck.answer(one!, true, NOON);
    expect(due.getTime()).toBeGreaterThan(NOON.getTime());
    expect(await deck.collect('t', analysis())).toHaveLength(2);
    const again = deckOf({}, shelves);
    await again.read();
    expect(again.due(NOON.getTime())).toHaveLength(1);
    expect(again.next(NOON.getTime())).toEqual(due);
    expect(again.exercises.find(({ key }) => key === one!.key)!.card.reps).toBe(1);
  });

  test('puts away what is of other rules, and says how many', async () => {
    const shelves = new MemoryShelves();
    await shelves.put('exercises', exercise('a/1'));
    await shelves.put('exercises', exercise('b/1', { rulesVersion: 2 }));
    await shelves.put('exercises', exercise('c/1', { game: 'chess' }));
    const deck = deckOf({}, shelves);
    await deck.read();
    expect(deck.exercises.map(({ key }) => key)).toEqual(['a/1']);
    expect(deck.gone).toBe(2);
    expect(await shelves.all('exercises')).toHaveLength(1);
  });

  test('looks through finished games of one’s own that it has not seen, on this device first', async () => {
    const seats = [seat(0), seat(1, { mine: false })];
    const pages = [
      {
        tables: [
          table({ id: 'there', status: 'over', seats }),
          table({ id: 'running', status: 'running', seats }),
          table({ id: 'watched', status: 'over', seats: [seat(0, { mine: false })] }),
        ],
        more: 'next',
      },
      { tables: [table({ id: 'local-1', status: 'over', seats })], more: null },
    ];
    const shelves = new MemoryShelves();
    const looked: string[] = [];
    const world = {
      myTables: (from?: string | null) => Promise.resolve(pages[from ? 1 : 0]!),
      analysisOf: (id: string) => {
        looked.push(id);
        return Promise.resolve(id === 'there' ? null : analysis());
      },
    };
    const deck = deckOf(world, shelves);
    await deck.findGames();
    expect(deck.games).toEqual(['local-1', 'there']);
    await deck.look();
    expect(looked).toEqual(['local-1', 'there']);
    expect(deck.games).toEqual([]);
    expect(deck.exercises).toHaveLength(2);
    expect(deck.looking).toBeNull();
    const again = deckOf(world, shelves);
    await again.findGames();
    expect(again.games).toEqual([]);
  });

  test('a look that was stopped leaves the rest for later', async () => {
    const seats = [seat(0)];
    const tables = ['local-1', 'local-2'].map((id) => table({ id, status: 'over', seats }));
    const deck: Deck = deckOf({
      myTables: () => Promise.resolve({ tables, more: null }),
      analysisOf: () => {
        deck.stop();
        return Promise.resolve(null);
      },
    });
    await deck.findGames();
    await deck.look();
    expect(deck.games).toEqual(['local-1', 'local-2']);
  });
});
