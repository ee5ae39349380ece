/** What is laid over the scene can be read at rest: nothing lies on anything else, on a laptop and on a phone. */

import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { tiltHandle, turnHandle } from '../../../src/games/icecult/board/scene/anchors';
import { Eye } from '../../../src/games/icecult/board/scene/eye';
import { counter, fanned, plate, type Seen } from '../../../src/games/icecult/board/scene/labels';
import { Layout, PAWN, type Spot } from '../../../src/games/icecult/board/scene/layout';
import { Motion } from '../../../src/games/icecult/board/scene/motion';
import { COLOURS } from '../../../src/games/icecult/model/cubesets';
import { DIRECTIONS, SLOTS, TILTS } from '../../../src/games/icecult/model/geometry';
import { towerIn } from '../../../src/games/icecult/model/view';

interface Box {
  name: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A board on a laptop, on a wide screen and on a phone, with the size of its handles and of the writing on it. */
const SCREENS = [
  { name: 'laptop', width: 612, height: 640, knob: 32, text: 12 },
  { name: 'wide', width: 1100, height: 760, knob: 32, text: 12 },
  { name: 'phone', width: 374, height: 358, knob: 28, text: 10.4 },
];

function seenOn(width: number, height: number, length = 5): Seen {
  const layout = new Layout(length);
  const eye = new Eye(layout.extremes(), new Motion(() => {}));
  eye.fit(width, height, { top: 6, bottom: 6, side: width < 500 ? 0 : 8 });
  const project = ({ x, y, z }: Spot) => {
    const point = new Vector3(x, y, z).project(eye.camera);
    return { x: ((point.x + 1) / 2) * width, y: ((1 - point.y) / 2) * height };
  };
  return { layout, project };
}

function box(name: string, at: { x: number; y: number }, width: number, height: number): Box {
  return { name, left: at.x - width / 2, right: at.x + width / 2, top: at.y - height / 2, bottom: at.y + height / 2 };
}

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function collisions(boxes: Box[]): string[] {
  return boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter((other) => meet(one, other))
      .map((other) => `${one.name} and ${other.name}`),
  );
}

describe.each(SCREENS)('on a $name', ({ width, height, knob, text }) => {
  const seen = seenOn(width, height);
  const counters = COLOURS.flatMap((colour) => [
    box(`start of ${colour}`, counter(seen, colour, 'start'), text * 1.5, text * 1.35),
    box(`home of ${colour}`, counter(seen, colour, 'home'), text * 2.7, text * 1.35),
  ]);
  const plates = (tall: number) =>
    DIRECTIONS.flatMap((path) =>
      [1, 2, 3, 4, 5].map((space) => {
        const { at, size, width: wide } = plate(seen, path, space, tall);
        return box(`stack on ${path}${space}`, at, wide, size);
      }),
    );

  test.each([2, 3, 5, 12])('plates of stacks of %i, counters and handles of tilts lie apart', (tall) => {
    // What can be pressed of a handle is larger than what is seen of it.
    const knobs = TILTS.map((tilt) => box(`tilt ${tilt}`, seen.project(tiltHandle(tilt)), knob * 0.8, knob * 0.8));
    expect(collisions([...counters, ...plates(tall), ...knobs])).toEqual([]);
  });

  test('so they do where cubes are turned', () => {
    const turns = SLOTS.flatMap((slot) =>
      (['+', '-'] as const).map((way) =>
        box(`turn ${slot}${way}`, seen.project(turnHandle(slot, way)), knob * 0.8, knob * 0.8),
      ),
    );
    expect(collisions([...counters, ...plates(4), ...turns])).toEqual([]);
  });

  test('all of it is on the board', () => {
    for (const { name, left, right, top, bottom } of [...counters, ...plates(5)]) {
      expect(left, name).toBeGreaterThan(0);
      expect(top, name).toBeGreaterThan(0);
      expect(right, name).toBeLessThan(width);
      expect(bottom, name).toBeLessThan(height);
    }
  });

  test('a stack on the way north leaves the number of the next space in sight', () => {
    const origin = { x: 0, y: 0, z: 0 };
    const unit = seen.project({ ...origin, x: 1 }).x - seen.project(origin).x;
    const quarter = 0.05 * unit; // of the number's height
    for (const space of [1, 2, 3, 4]) {
      const foot = seen.layout.spot('n', space);
      const head = foot.y + 4 * seen.layout.nesting('n', 5) + PAWN.height;
      const top = seen.project({ ...foot, y: head, z: foot.z - PAWN.head }).y;
      expect(seen.project(seen.layout.spot('n', space + 1)).y).toBeLessThan(top + quarter);
    }
  });

  test('a stack that is fanned out keeps its lowest pawn on its space, and the others on the board', () => {
    for (const path of DIRECTIONS) {
      for (const space of [1, 5]) {
        const foot = seen.project(seen.layout.spot(path, space));
        const { from, step } = fanned(foot, path, 5, 40, { x: width, y: height });
        expect(from).toEqual(foot);
        const last = { x: from.x + 4 * step.x, y: from.y + 4 * step.y };
        expect(last.x).toBeLessThan(width - 10);
        expect(last.y).toBeGreaterThan(10);
        expect(Math.hypot(step.x, step.y)).toBeGreaterThan(18);
      }
    }
  });
});

test('a tower is all pawns of a colour in one stack, whoever else stands there', () => {
  expect(towerIn('yryygyby')).toBe('y');
  expect(towerIn('yryygb')).toBeNull();
  const layout = new Layout(5);
  for (const path of DIRECTIONS) {
    expect(layout.nesting(path, 7, true)).toBeGreaterThan(layout.nesting(path, 7) * 1.5);
  }
});
