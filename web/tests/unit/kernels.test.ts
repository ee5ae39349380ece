// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LocalGame, type Ask, type Port, type Reply } from '../../src/kernels/client';
import { Kernels } from '../../src/kernels/service';
import type { StateBytes } from '../../src/kernels/rules';
import { fromHalf } from '../../src/kernels/search';

// `tools/web.py build` (or `tools/kernels.py web`) writes them; against Python they are compared in tests/targets.
const read = async (name: string) => Uint8Array.from(readFileSync(`public/kernels/${name}`));
const RNG = 5n << 32n;

describe.each([
  ['icecult', 'network'],
  ['igluiglu', 'network'],
  ['igluiglu', 'estimate'],
])('%s, judged by the %s, in the browser', (name, judgeBy) => {
  const kernels = new Kernels(name, read);

  test('is played from the first position to the end', async () => {
    const rules = await kernels.rules();
    let state = rules.first(3, RNG);
    expect(rules.field(state, 'players')).toBe(3);
    let played = 0;
    for (let legal = rules.legal(state); legal.length; legal = rules.legal(state)) {
      const action = legal[played++ % legal.length]!;
      state = rules.step(state, action)!;
      if (played > 200) state = rules.playout(state, RNG).state;
    }
    expect(rules.field(state, 'to_move')).toBe(255);
    expect(rules.step(state, 0)).toBeNull();
    expect(Number(rules.field(state, 'winners'))).toBeGreaterThan(0);
  });

  test('thinks as far as it is asked to, and the same again', async () => {
    const state = (await kernels.rules()).first(2, RNG);
    const one = await kernels.think(state, 0, judgeBy, { simulations: 500 }, { rng: RNG });
    const two = await kernels.think(state, 0, judgeBy, { simulations: 500 }, { rng: RNG });
    expect(one.simulations).toBe(500);
    expect(two).toEqual(one);
    expect(one.best).toEqual(one.actions[0]);
    expect(one.actions.reduce((sum, found) => sum + found.visits, 0)).toBeGreaterThan(450);
  });

  test('goes on from what it has found, if it is told under which rules', async () => {
    const [rules, search] = [await kernels.rules(), await kernels.search(judgeBy)];
    const state = rules.first(2, RNG);
    const known = (position: StateBytes, seat: number, under: string | null) => {
      search.begin(position, seat, RNG, under);
      return search.findings().simulations;
    };
    expect(known(state, 0, 'one')).toBe(0);
    search.think(400);
    const best = search.findings().actions[0]!;
    const after = rules.step(state, best.action)!;
    expect(known(after, 0, 'one')).toBeGreaterThanOrEqual(best.visits);
    search.think(100);
    const found = search.findings();
    expect(found.simulations).toBeGreaterThanOrEqual(best.visits + 100);
    expect(found.actions.map(({ action }) => action).sort((a, b) => a - b)).toEqual([...rules.legal(after)]);
    expect(known(after, 0, 'others')).toBe(0);
    search.think(20);
    expect(known(after, 1, 'others')).toBe(0);
    search.think(20);
    expect(known(after, 1, null)).toBe(0);
  });

  test('stops thinking when it is told to', async () => {
    const state = (await kernels.rules()).first(2, RNG);
    const stop = new AbortController();
    const progress = () => stop.abort();
    const thought = await kernels.think(
      state,
      0,
      judgeBy,
      { milliseconds: 600_000 },
      { signal: stop.signal, progress },
    );
    expect(thought.simulations).toBe(16);
    expect(thought.best).toBeDefined();
  });
});

test('a question that fails is answered with the fault', async () => {
  const kernels = new Kernels('icecult', read);
  const rules = await kernels.rules();
  expect(() => rules.legal(new Uint8Array(3))).toThrow('has 200 bytes, not 3');
  expect(() => rules.first(9)).toThrow('is not played by 9');
  await expect(kernels.search('magic')).rejects.toThrow('icecult-search-magic.json could not be loaded');
});

test('what could not be loaded is asked for again', async () => {
  let fails = true;
  const kernels = new Kernels('icecult', (name) => (fails ? Promise.reject(new Error('offline')) : read(name)));
  await expect(kernels.rules()).rejects.toThrow('icecult-rules.json could not be loaded: offline');
  fails = false;
  expect((await kernels.rules()).description.game).toBe('icecult');
});

test('the client matches replies to questions, and passes cancelling on', async () => {
  const asked: Ask[] = [];
  const port = Object.assign(new EventTarget(), { postMessage: (ask: Ask) => asked.push(ask) }) as EventTarget & Port;
  const say = (reply: Reply) => port.dispatchEvent(new MessageEvent('message', { data: reply }));
  const game = new LocalGame('icecult', port, 'http://here/kernels/');
  const stop = new AbortController();
  const seen: unknown[] = [];
  const state = new Uint8Array(1);
  const thought = game.think(state, 0, 'network', {}, { signal: stop.signal, progress: (f) => seen.push(f) });
  const legal = game.legal(state);
  const [first, second] = asked as [Ask, Ask];
  say({ id: second.id, error: 'no' });
  await expect(legal).rejects.toThrow('no');
  say({ id: first.id, progress: { simulations: 1 } });
  stop.abort();
  expect(asked.at(-1)).toEqual({ id: first.id, do: 'cancel' });
  say({ id: first.id, result: { simulations: 2 } });
  expect(await thought).toEqual({ simulations: 2 });
  expect(seen).toEqual([{ simulations: 1 }]);
  const unanswered = game.legal(state);
  port.dispatchEvent(new Event('error'));
  await expect(unanswered).rejects.toThrow('the worker of icecult failed: it could not be loaded');
});

test('numbers of half precision are read as they are', () => {
  expect([0x3c00, 0xc000, 0x0001, 0x7bff, 0x8000].map(fromHalf)).toEqual([1, -2, 2 ** -24, 65504, -0]);
});
