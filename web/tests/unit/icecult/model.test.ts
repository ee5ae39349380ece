import { describe, expect, test } from 'vitest';
import { DIRECTIONS, SLOTS } from '../../../src/games/icecult/model/geometry';
import { parse, write } from '../../../src/games/icecult/model/notation';
import {
  choicesOf,
  cubesAfter,
  moved,
  movementIn,
  movementOf,
  threatsIn,
  trayOf,
  viewOf,
} from '../../../src/games/icecult/model/view';
import { frames } from './frames';

describe('notation', () => {
  test('takes apart and puts together every action that was legal', () => {
    const seen = new Set(frames.flatMap(({ position }) => position.legal));
    expect(seen.size).toBeGreaterThan(40);
    for (const action of seen) {
      const parsed = parse(action);
      expect(parsed, action).not.toBeNull();
      expect(write(parsed!)).toBe(action);
    }
  });

  test.each(['', 'x', 'ne', 'e@start', 'a@0.1', 'a@1.0', 'a@10.1', '**a@start', 'a*', 'end ', 'a@3.100'])(
    '%o is no action',
    (text) => {
      expect(parse(text)).toBeNull();
    },
  );
});

const steps = frames.slice(1).flatMap((frame, i) => {
  const [happening] = frame.happened;
  const before = frames[i]!;
  const follows = happening && before.position.ply === frame.position.ply - 1;
  return follows ? [{ name: frame.name, before, after: frame, happening }] : [];
});

test('the fixtures hold enough to be worth the tests below', () => {
  const kinds = new Set(steps.map(({ happening }) => happening.facts[0]!.key));
  expect([...kinds].sort()).toEqual(['enter', 'home', 'step', 'tilt', 'turn', 'turn_ended']);
});

describe.each(steps)('$name', ({ before, after, happening }) => {
  const [was, is] = [viewOf(before.position.view), viewOf(after.position.view)];
  const action = happening.action!;

  test('cubes lie as foreseen', () => {
    for (const slot of SLOTS) {
      const foreseen = cubesAfter(was, action)[slot] ?? { pose: was.cubes[slot], top: was.tops[slot] };
      expect(foreseen).toEqual({ pose: is.cubes[slot], top: is.tops[slot] });
    }
  });

  test('pawns stand as foreseen, and as the facts tell', () => {
    const parsed = parse(action);
    const foreseen = parsed?.kind === 'step' ? movementOf(was, parsed) : null;
    const told = happening.facts.map(movementIn).find((movement) => movement !== null) ?? null;
    expect(told).toEqual(foreseen);
    const board = foreseen ? moved(was, foreseen) : was;
    expect([board.start, board.home, board.paths]).toEqual([is.start, is.home, is.paths]);
  });
});

describe.each(frames)('$name', (frame) => {
  const view = viewOf(frame.position.view);

  test('threats are those that the server tells, in the colour of their seat', () => {
    const told = frame.position.outlook.map(({ values }) => ({
      ...values,
      colour: view.players[Number(values['seat'])],
    }));
    expect(threatsIn(frame.position)).toEqual(told);
  });

  test('every legal action is offered once', () => {
    const { tilts, steps: arrows, copies, turns, end } = choicesOf(frame.position.legal);
    const offered = [
      ...tilts,
      ...SLOTS.flatMap((slot) => [...arrows[slot], ...copies[slot]]),
      ...turns,
      ...(end ? ['end'] : []),
    ];
    expect(offered.sort()).toEqual([...frame.position.legal].sort());
  });

  test('the tray has as many symbols left as the position', () => {
    const left = trayOf(view).filter((item) => !item.used);
    if (view.phase !== 'move') return;
    expect(left.filter(({ kind }) => kind === 'circle')).toHaveLength(view.circles);
    expect(left.filter(({ kind }) => kind === 'arc')).toHaveLength(view.arcs);
    expect(trayOf(view).filter(({ kind, used }) => kind === 'arrow' && used)).toHaveLength(view.used.length);
  });
});

test('paths are there in all directions', () => {
  for (const frame of frames)
    for (const path of DIRECTIONS)
      expect(viewOf(frame.position.view).paths[path]).toHaveLength(viewOf(frame.position.view).rules.path_length);
});
