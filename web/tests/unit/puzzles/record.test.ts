import { describe, expect, test } from 'vitest';
import type { PuzzleRecord as ServerRecord, PuzzleTries, PuzzlesTried } from '../../../src/protocol';
import { MemoryShelves } from '../../../src/app/practice/shelves';
import { longestStreak, streakAt } from '../../../src/app/puzzles/days';
import { isRough, NOVICE, rated, type Rating } from '../../../src/app/puzzles/rating';
import { PuzzleRecord } from '../../../src/app/puzzles/record.svelte';
import rate from 'glicko2-lite';
import SHARED from '../../fixtures/puzzle_ratings.json';

const TODAY = '2026-11-16';

/** A server that counts a first try once, whoever tells it, and judges a try by its only action. */
class Server {
  readonly tries = new Map<string, boolean>();
  readonly days = new Set<string>();
  there = true;
  told = 0;

  get record(): ServerRecord {
    let now = { ...NOVICE };
    for (const solved of this.tries.values()) now = rated(now, 1200, solved);
    const which = (solved: boolean) => [...this.tries].filter(([, one]) => one === solved).map(([id]) => id);
    return { game: 'icecult', ...now, solved: which(true), missed: which(false), days: [...this.days].sort() };
  }

  myPuzzles = () => (this.there ? Promise.resolve({ records: [this.record] }) : Promise.reject(new Error('away')));

  tellPuzzles = ({ tries }: PuzzleTries): Promise<PuzzlesTried> => {
    if (!this.there) return Promise.reject(new Error('away'));
    this.told += tries.length;
    const unknown = tries.filter(({ id }) => id === 'gone').map(({ id }) => id);
    for (const { id, actions, hinted, day } of tries) {
      if (id === 'gone') continue;
      const right = actions?.[0] === 'right';
      if (!this.tries.has(id)) this.tries.set(id, right && !hinted);
      if (day && right) this.days.add(day);
    }
    return Promise.resolve({ record: this.record, unknown });
  };
}

function device(server: Server | null, shelves = new MemoryShelves(), today = TODAY) {
  return new PuzzleRecord('icecult', { shelves, server, today: () => today });
}
const solved = (id: string, more: object = {}) => ({ id, rating: 1200, solved: true, actions: ['right'], ...more });
const missed = (id: string, more: object = {}) => ({ id, rating: 1200, solved: false, actions: ['wrong'], ...more });

test("the library reckons the worked example of Glickman's paper", () => {
  const opponents: [number, number, number][] = [
    [1400, 30, 1],
    [1550, 100, 0],
    [1700, 300, 0],
  ];
  const { rating, rd, vol } = rate(1500, 200, 0.06, opponents, { tau: 0.5 });
  expect(rating).toBeCloseTo(1464.06, 1);
  expect(rd).toBeCloseTo(151.52, 1);
  expect(vol).toBeCloseTo(0.05999, 4);
});

test('the server reckons the same', () => {
  let now: Rating = { ...NOVICE };
  for (const { puzzle, solved, after } of SHARED) {
    now = rated(now, puzzle, solved);
    expect([now.rating, now.deviation].map((value) => value.toFixed(3))).toEqual(
      after.slice(0, 2).map((value) => value.toFixed(3)),
    );
    expect(now.volatility).toBeCloseTo(after[2]!, 6);
  }
});

test('a rating is rough until some puzzles were tried', () => {
  let now = { ...NOVICE };
  expect(isRough(now)).toBe(true);
  for (let n = 0; n < 30; n++) now = rated(now, 1200, n % 2 === 0);
  expect(isRough(now)).toBe(false);
});

describe('days in a row', () => {
  test('count up to today, or to yesterday while today is not over', () => {
    expect(streakAt([], TODAY)).toBe(0);
    expect(streakAt(['2026-11-14', '2026-11-15', '2026-11-16'], TODAY)).toBe(3);
    expect(streakAt(['2026-11-14', '2026-11-15'], TODAY)).toBe(2);
    expect(streakAt(['2026-11-13', '2026-11-14'], TODAY)).toBe(0);
    expect(streakAt(['2026-02-28', '2026-03-01'], '2026-03-01')).toBe(2);
    expect(streakAt(['2026-10-24', '2026-10-25', '2026-10-26'], '2026-10-26')).toBe(3);
  });

  test('the longest run is found wherever it is', () => {
    expect(longestStreak([])).toBe(0);
    expect(longestStreak(['2026-01-01', '2026-03-01', '2026-02-28', '2026-02-27', '2026-05-05'])).toBe(3);
  });
});

describe('a page without a server', () => {
  test('remembers first tries, and rates them by the measured rating', async () => {
    const shelves = new MemoryShelves();
    const record = device(null, shelves);
    expect(record.rating).toBeNull();
    await record.finished(solved('a', { rating: 1400 }));
    const once = record.rating!;
    const { rating, deviation } = rated(NOVICE, 1400, true);
    expect(once).toEqual({ rating, deviation });
    await record.finished(missed('a'));
    expect(record.rating).toEqual(once);
    await record.finished(missed('b'));
    expect(record.rating!.rating).toBeLessThan(once.rating);
    expect([record.seen('a'), record.seen('b'), record.seen('c')]).toEqual(['solved', 'missed', null]);

    const again = device(null, shelves);
    await again.ready;
    expect(again.rating).toEqual(record.rating);
  });

  test('what was solved with help is not solved', async () => {
    const record = device(null);
    await record.finished(solved('a', { hinted: true }));
    expect(record.seen('a')).toBe('missed');
    expect(record.rating!.rating).toBeLessThan(NOVICE.rating);
  });

  test('a daily puzzle counts at whichever try it is solved', async () => {
    const record = device(null);
    await record.finished(missed('a', { daily: TODAY }));
    expect([record.streak, record.solvedOn(TODAY)]).toEqual([0, false]);
    await record.finished(solved('a', { daily: TODAY }));
    expect([record.streak, record.longest, record.solvedOn(TODAY), record.seen('a')]).toEqual([1, 1, true, 'missed']);
  });
});

describe('with a server', () => {
  test('what was done while it was away is told once when it is back', async () => {
    const server = new Server();
    server.there = false;
    const record = device(server);
    await record.finished(solved('a', { daily: TODAY }));
    await record.finished(missed('b'));
    const before = record.rating!;
    server.there = true;
    await record.tell(true);
    await record.tell(true);
    expect([...server.tries]).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(server.told).toBe(3); // two tries and a day
    expect(record.rating!.rating).toBeCloseTo(before.rating, 6);
    expect(record.streak).toBe(1);
  });

  test('two devices: of each puzzle the first try that the server hears of counts, for both', async () => {
    const server = new Server();
    const [one, other] = [device(server), device(server)];
    await one.finished(missed('a'));
    server.there = false;
    await other.finished(solved('b'));
    server.there = true;
    await one.finished(missed('b'));
    await other.tell(true);
    await one.tell(true);
    expect([one.seen('b'), other.seen('b'), other.seen('a')]).toEqual(['missed', 'missed', 'missed']);
    expect(other.rating).toEqual(one.rating);
  });

  test('a guest who was forgotten brings back what the device remembers', async () => {
    const shelves = new MemoryShelves();
    await device(new Server(), shelves).finished(solved('a'));
    const fresh = new Server();
    const record = device(fresh, shelves);
    await record.tell(true);
    expect(fresh.tries.get('a')).toBe(true);
    expect(record.seen('a')).toBe('solved');
  });

  test('many tries are told in pieces', async () => {
    const server = new Server();
    server.there = false;
    const record = device(server);
    for (let n = 0; n < 45; n++) await record.finished(solved(`p${n}`));
    server.there = true;
    await record.tell(true);
    expect(server.tries.size).toBe(45);
    expect(record.tries).toBe(45);
  });

  test('a puzzle that it does not have is not told again, and still counts here', async () => {
    const server = new Server();
    const record = device(server);
    await record.finished(solved('gone'));
    expect(server.told).toBe(1);
    await record.tell(true);
    expect(server.told).toBe(1);
    expect(record.seen('gone')).toBe('solved');
  });

  test('days long past stay on the device', async () => {
    const server = new Server();
    const shelves = new MemoryShelves();
    await device(null, shelves, '2026-08-01').finished(solved('a', { daily: '2026-08-01' }));
    const record = device(server, shelves);
    await record.tell(true);
    expect(server.days.size).toBe(0);
    expect(record.solvedOn('2026-08-01')).toBe(true);
  });
});
