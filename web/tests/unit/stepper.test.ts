import { describe, expect, test } from 'vitest';
import { MOST_AT_ONCE, PATIENCE_MS, Stepper, type Step } from '../../src/app/stepper';
import { happening, state, Time } from './making';

function started(held?: ConstructorParameters<typeof Stepper>[2]) {
  const time = new Time();
  const shown: Step[] = [];
  const world = { later: time.later, gone: false, hidden: () => world.gone };
  const stepper = new Stepper((step) => shown.push(step), world, held);
  stepper.add(state(1));
  return { time, shown, stepper, world, versions: () => shown.map((step) => step.state.version) };
}

test('the first state is just drawn', () => {
  const { shown } = started();
  expect(shown).toHaveLength(1);
  expect(shown[0]!.animate).toBe(false);
});

test('the next position waits until the one before has settled', () => {
  const { stepper, versions, shown } = started();
  for (const version of [2, 3, 4]) stepper.add(state(version));
  expect(versions()).toEqual([1, 2]);
  expect(stepper.behind).toBe(2);
  stepper.settled();
  expect(versions()).toEqual([1, 2, 3]);
  stepper.settled();
  stepper.settled();
  expect(versions()).toEqual([1, 2, 3, 4]);
  expect(shown.every((step) => step.happened.length === 1)).toBe(true);
});

test('a board that never settles does not stop the game', () => {
  const { stepper, versions, time } = started();
  stepper.add(state(2));
  stepper.add(state(3));
  time.pass(PATIENCE_MS);
  expect(versions()).toEqual([1, 2, 3]);
});

test('what does not move the board needs no settling', () => {
  const { stepper, versions } = started();
  stepper.add(state(2, { happened: [happening(2, { kind: 'takeback_asked' })] }));
  stepper.add(state(3));
  expect(versions()).toEqual([1, 2, 3]);
});

test('an old state is not shown', () => {
  const { stepper, versions } = started();
  stepper.add(state(3));
  stepper.settled();
  stepper.add(state(2));
  expect(versions()).toEqual([1, 3]);
});

test('the same version again, after a stale question, is drawn with nothing new in it', () => {
  const { stepper, shown } = started();
  stepper.add(state(2));
  stepper.settled();
  stepper.add(state(2));
  expect(shown.at(-1)).toMatchObject({ happened: [], animate: false });
});

test('one who was away long is shown how it stands, not all that happened', () => {
  const { stepper, shown } = started();
  const many = Array.from({ length: MOST_AT_ONCE + 1 }, (_, index) => happening(index + 2));
  stepper.add(state(many.length + 1, { happened: many }));
  expect(shown.at(-1)!.animate).toBe(false);
  expect(shown.at(-1)!.happened).toHaveLength(many.length);
});

test('skipping ahead shows the newest, and loses nothing of what happened', () => {
  const { stepper, shown } = started();
  for (const version of [2, 3, 4]) stepper.add(state(version));
  stepper.catchUp();
  expect(shown.at(-1)!.state.version).toBe(4);
  expect(shown.at(-1)!.happened.map(({ version }) => version)).toEqual([3, 4]);
  expect(stepper.behind).toBe(0);
});

describe('in the background', () => {
  test('nothing is animated', () => {
    const { stepper, shown, world } = started();
    world.gone = true;
    for (const version of [2, 3]) stepper.add(state(version));
    expect(shown.map((step) => step.animate)).toEqual([false, false, false]);
    expect(shown.at(-1)!.state.version).toBe(3);
  });

  test('what was under way is cut short', () => {
    const { stepper, shown, world } = started();
    stepper.add(state(2));
    world.gone = true;
    stepper.add(state(3));
    expect(shown.at(-1)!.state.version).toBe(3);
  });
});

test('a step can be held back', () => {
  let hold = true;
  const { stepper, versions } = started(({ state: { version } }) => version > 1 && hold);
  stepper.add(state(2));
  expect(versions()).toEqual([1]);
  hold = false;
  stepper.release();
  expect(versions()).toEqual([1, 2]);
});
