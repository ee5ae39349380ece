import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Failure } from '../../src/app/api';
import { Engine, type EngineWorld } from '../../src/app/study/engine.svelte';
import { Study, type StudyNode } from '../../src/app/study/study';
import { StudyBoard } from '../../src/app/study/studyBoard.svelte';
import type { AskLines, LinesAnswer, Tried, Try } from '../../src/protocol';

/** A game of letters: every letter but x may be played, by each seat in turn. The document is what was played. */
function answer({ position, actions = [], seeds = [], as_far, every = 0, sampled }: Try): Tried {
  let played = String((position as { played?: string }).played ?? '');
  const documents: Record<string, unknown>[] = [];
  const moves: Tried['moves'] = [];
  let problem: Tried['problem'] = null;
  for (const [index, action] of actions.entries()) {
    if (action === 'x') {
      problem = { key: 'no_x', words: 'there is no x', rule: null, values: {} };
      if (!as_far) throw new Failure(problem, 400);
      break;
    }
    moves.push({ seat: played.length % 2, action });
    played += sampled && action === 'f' ? String((seeds[index] ?? 0) % 2) : action;
    if (every && moves.length % every === 0) documents.push({ game: 'letters', played });
  }
  const reveals = sampled === true && moves.at(-1)?.action === 'f';
  const view = { game: 'letters', played };
  const position_ = { ply: 0, view, legal: ['a', 'b', 'f'], due: [], can_undo: false, outlook: [], plain: null };
  return {
    document: view,
    position: position_,
    facts: [],
    to_move: played.length % 2,
    winners: null,
    seat: null,
    words: null,
    moves,
    reveals,
    problem,
    documents,
  };
}

function study(line: string[], seenBy?: number): Study {
  const root = { game: 'letters', played: '' };
  return Study.read({
    floe: 'study',
    version: 1,
    root,
    line,
    ...(seenBy === undefined ? {} : { seen_by: seenBy }),
  }).study;
}

let asked: Try[];
beforeEach(() => {
  asked = [];
  vi.spyOn(api, 'try').mockImplementation((wanted) => {
    asked.push(wanted);
    return Promise.resolve().then(() => answer(wanted));
  });
});

const played = (board: StudyBoard) => board.shown?.tried.document['played'];

describe('a study on the screen', () => {
  it('shows where one is, and knows who played what', async () => {
    const made = study([...'abababababababababababab']);
    const board = new StudyBoard(made, made.end(made.root));
    await board.open();
    expect(played(board)).toBe('ab'.repeat(12));
    expect(made.mainLine().map(({ seat }) => seat)).toEqual(Array.from({ length: 24 }, (_, n) => n % 2));
    // Going back begins at what is known.
    await board.go(made.mainLine()[22]!);
    expect(asked.at(-1)!.actions).toHaveLength(3);
    expect(board.shown!.happened).toEqual([]);
    await board.go(made.mainLine()[23]!);
    expect(board.shown!.happened).toMatchObject([{ action: 'b', seat: 1, ply: 24 }]);
  });

  it('leaves out places that were passed on the way', async () => {
    const made = study([...'abababab']);
    const board = new StudyBoard(made, made.root);
    await board.open();
    asked.length = 0;
    await Promise.all(made.mainLine().map((node) => board.go(node)));
    expect(played(board)).toBe('abababab');
    expect(asked.length).toBeLessThan(4);
  });

  it('branches off, and goes along what is there', async () => {
    const made = study(['a', 'b']);
    const board = new StudyBoard(made, made.mainLine()[0]!);
    await board.open();
    await board.play('f');
    expect(played(board)).toBe('af');
    expect(made.size).toBe(3);
    await board.go(made.mainLine()[0]!);
    await board.play('b');
    expect(board.cursor).toBe(made.mainLine()[1]);
    expect(made.size).toBe(3);
    await board.play('x');
    expect(board.fault).toBeInstanceOf(Failure);
    expect(board.cursor).toBe(made.mainLine()[1]);
  });

  it('ends a line before what cannot be played, and says why', async () => {
    const made = study([...'abxab']);
    const board = new StudyBoard(made, made.end(made.root));
    await board.open();
    expect(played(board)).toBe('ab');
    expect(made.size).toBe(2);
    expect(board.broken).toMatchObject([{ action: 'x', problem: { key: 'no_x' } }]);
    expect(board.interactive).toBe(true);
  });

  it('takes the same outcome for the same branch, and another for another', async () => {
    const made = study([], 0);
    const board = new StudyBoard(made, made.root);
    await board.open();
    const seeds = [4, 6, 7, 5];
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
      (into as Uint32Array)[0] = seeds.shift()! - 1;
      return into;
    });
    const ends: StudyNode[] = [];
    for (let n = 0; n < 4; n++) {
      await board.go(made.root);
      await board.play('f');
      ends.push(board.cursor);
    }
    expect(made.root.children.map(({ seed }) => seed)).toEqual([4, 7]);
    expect(ends.map((end) => end.seed)).toEqual([4, 4, 7, 7]);
    await board.play('a');
    expect(board.cursor.seed).toBe(0);
  });
});

describe('the machine that looks along', () => {
  const found = (simulations: number, enough = false): LinesAnswer => ({
    seat: 0,
    chances: [0.5, 0.5],
    best: [],
    depth: 3,
    simulations,
    judged_by: 'estimate',
    enough,
  });
  const ASKED: AskLines = { position: { game: 'letters' } };

  /** A machine that answers when it is told to. */
  function machine(goesOn: boolean) {
    const waiting: ((answer: LinesAnswer) => void)[] = [];
    const world: EngineWorld = {
      lines: () => new Promise((resolve) => waiting.push(resolve)),
      goesOn: () => Promise.resolve(goesOn),
      free: vi.fn(),
    };
    const engine = new Engine(world);
    const next = async (answer: LinesAnswer) => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()!(answer);
      await new Promise((done) => setTimeout(done));
      flushSync();
    };
    return { engine, next, waiting, world };
  }

  it('goes on until it has seen enough', async () => {
    const { engine, next, waiting } = machine(true);
    engine.look({}, ASKED);
    await next(found(10));
    expect([engine.found?.simulations, engine.busy]).toEqual([10, true]);
    await next(found(20, true));
    expect([engine.found?.simulations, engine.busy]).toEqual([20, false]);
    expect(waiting).toHaveLength(0);
    engine.close();
  });

  it('ignores what it finds of a place that was left, but remembers it', async () => {
    const { engine, next, waiting } = machine(true);
    const [one, other] = [{}, {}];
    engine.look(one, ASKED);
    await expect.poll(() => waiting.length).toBe(1);
    engine.look(other, ASKED);
    await next(found(10));
    expect(engine.found).toBeNull();
    await next(found(7));
    expect(engine.found?.simulations).toBe(7);
    engine.look(one, ASKED);
    expect(engine.found?.simulations).toBe(10);
    engine.close();
  });

  it('stops when it is paused, and ends its worker with the screen', async () => {
    const { engine, next, waiting, world } = machine(true);
    engine.look({}, ASKED);
    await expect.poll(() => waiting.length).toBe(1);
    engine.toggle();
    await next(found(10));
    expect([engine.on, engine.busy, waiting.length]).toEqual([false, false, 0]);
    engine.toggle();
    await expect.poll(() => waiting.length).toBe(1);
    engine.close();
    expect(world.free).toHaveBeenCalled();
  });

  it('asks a server once, when somebody stays', async () => {
    const { engine, next, waiting } = machine(false);
    const place = {};
    engine.look({}, ASKED);
    engine.look(place, ASKED);
    await next(found(10));
    expect([engine.found?.simulations, engine.busy, waiting.length]).toEqual([10, false, 0]);
    engine.look({}, null);
    expect(engine.found).toBeNull();
    engine.look(place, ASKED);
    await new Promise((done) => setTimeout(done, 500));
    expect([engine.found?.simulations, waiting.length]).toEqual([10, 0]);
    engine.close();
  });
});
