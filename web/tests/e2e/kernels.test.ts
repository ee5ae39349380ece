/** Games in the browser alone: their compiled kernels in a real worker do what Python does. (In Node: tests/targets.) */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expected, GAMES, onPage, SEARCHES, withPage } from '../kernels/serving';
import { withBrowser } from './browser';

withBrowser({ webgl: false });
withPage();

const artefact = (name: string) => readFileSync(`public/kernels/${name}`);

test.each(GAMES)('%s: legal actions, states, games at random and searches are those of Python', async (game) => {
  const person = await onPage({ 'expected.gz': expected(game) });
  const found = await person.page.evaluate(async (game) => {
    const { LocalGame, startWorker, compare } = window.kernels;
    const file = await (await fetch('/compare/expected.gz')).arrayBuffer();
    return compare(file, new LocalGame(game, startWorker(), new URL('/kernels/', location.href).href));
  }, game);
  expect(found.positions).toBeGreaterThanOrEqual(100_000);
  expect(found.playouts).toBeGreaterThan(0);
  expect(found.searches).toBeGreaterThanOrEqual(6);
  await person.leaves();
});

test.each(SEARCHES)('%s, by %s, thinks in slices, answers in between, and stops', async (...search) => {
  const person = await onPage();
  const seen = await person.page.evaluate(async ([name, judgeBy]) => {
    const { LocalGame, startWorker } = window.kernels;
    const game = new LocalGame(name, startWorker(), new URL('/kernels/', location.href).href);
    const state = await game.first(2);
    const stop = new AbortController();
    const slices: number[] = [];
    let answered = 0;
    const progress = ({ simulations }: { simulations: number }) => {
      slices.push(simulations);
      void game.legal(state).then(() => ++answered === 3 && stop.abort());
    };
    const options = { signal: stop.signal, progress };
    const thought = await game.think(state, 0, judgeBy, { milliseconds: 600_000 }, options);
    return { slices, answered, thought };
  }, search);
  expect(seen.answered).toBeGreaterThanOrEqual(3);
  expect(seen.slices.length).toBeGreaterThan(1);
  expect(seen.slices).toEqual([...seen.slices].sort((a, b) => a - b));
  expect(seen.thought.simulations).toBe(seen.slices.at(-1));
  expect(seen.thought.best).toBeDefined();
  await person.leaves();
});

test('games in one worker do not disturb each other', async () => {
  const person = await onPage();
  const [together, alone] = await person.page.evaluate(async (searches) => {
    const { LocalGame, startWorker } = window.kernels;
    const base = new URL('/kernels/', location.href).href;
    const thoughts = (worker: () => Worker) =>
      Promise.all(
        searches.map(async ([name, judgeBy]) => {
          const game = new LocalGame(name, worker(), base);
          const { state } = await game.playout(await game.first(3, 5n << 32n), 7n << 32n, 20);
          const seat = Number(await game.field(state, 'to_move'));
          return game.think(state, seat, judgeBy, { simulations: 5000 }, { rng: 9n << 32n });
        }),
      );
    const shared = startWorker();
    return [await thoughts(() => shared), await thoughts(startWorker)];
  }, SEARCHES);
  expect(together).toEqual(alone);
  for (const { simulations } of together!) expect(simulations).toBe(5000);
  const first = together!.map(({ actions }) => JSON.stringify(actions));
  expect(new Set(first).size).toBe(SEARCHES.length);
  await person.leaves();
});

test('what cannot be loaded is told by its name, and the worker goes on', async () => {
  const rules = artefact('icecult-rules.wasm');
  const { entries: described } = JSON.parse(artefact('icecult-rules.json').toString()) as { entries: object };
  const entries = Object.keys(described);
  expect(entries).toEqual(expect.arrayContaining(['legal', 'playout', 'find_win']));
  const person = await onPage({
    'cut/icecult-rules.json': artefact('icecult-rules.json'),
    'cut/icecult-rules.wasm': rules.subarray(0, rules.length - 100),
    'page/icecult-rules.json': Buffer.from('<!doctype html>'),
    'other/icecult-rules.json': artefact('icecult-rules.json'),
    'other/icecult-rules.wasm': artefact('icecult-search-network.wasm'),
    'future/icecult-rules.json': Buffer.from(JSON.stringify({ format: 99 })),
    'future/icecult-rules.wasm': rules,
    'light/icecult-search-network.json': artefact('icecult-search-network.json'),
    'light/icecult-search-network.wasm': artefact('icecult-search-network.wasm'),
    'light/icecult-weights.bin': artefact('icecult-weights.bin').subarray(0, 1000),
  });
  const told = await person.page.evaluate(async () => {
    const { LocalGame, startWorker } = window.kernels;
    const worker = startWorker();
    const at = (name: string, base: string) => new LocalGame(name, worker, new URL(base, location.href).href);
    const good = at('icecult', '/kernels/');
    const state = await good.first(2);
    const fault = (asked: Promise<unknown>) =>
      asked.then(
        () => 'none',
        (error: Error) => error.message,
      );
    return {
      missing: await fault(at('chess', '/kernels/').first(2)),
      cut: await fault(at('icecult', '/compare/cut/').first(2)),
      page: await fault(at('icecult', '/compare/page/').first(2)),
      other: await fault(at('icecult', '/compare/other/').first(2)),
      future: await fault(at('icecult', '/compare/future/').first(2)),
      light: await fault(at('icecult', '/compare/light/').think(state, 0, 'network', { simulations: 10 })),
      way: await fault(good.think(state, 0, 'magic', { simulations: 10 })),
      state: await fault(good.legal(new Uint8Array(3))),
      worker: await fault(new LocalGame('icecult', new Worker('/compare/nothing.js'), location.href).first(2)),
      afterwards: (await good.legal(state)).length,
    };
  });
  expect(told).toEqual({
    missing: 'chess-rules.json could not be loaded: the server answers 404',
    cut: expect.stringMatching(/^icecult-rules\.wasm could not be loaded: WebAssembly\.compile/),
    page: expect.stringMatching(/^icecult-rules\.json could not be loaded: .*JSON/),
    other: `icecult-rules.wasm could not be loaded: the kernel of icecult lacks ${entries.join(', ')}`,
    future: 'icecult-rules.wasm could not be loaded: a description of format 99; this program reads 2',
    light: `icecult-weights.bin could not be loaded: the network has ${artefact('icecult-weights.bin').length / 2} weights, not 500`,
    way: 'icecult-search-magic.json could not be loaded: the server answers 404',
    state: 'a state of icecult has 200 bytes, not 3',
    worker: 'the worker of icecult failed: it could not be loaded',
    afterwards: 8,
  });
  await person.context.close();
});
