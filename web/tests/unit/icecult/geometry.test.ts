import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { BALANCED, FAIR, readLink, topOf, writeLink, type CubeSet } from '../../../src/games/icecult/model/cubesets';
import {
  DIRECTIONS,
  FACES,
  lying,
  OPPOSITE,
  OUTWARD,
  POSES,
  SLOTS,
  tilted,
  TILTS,
  tiltOf,
  tiltThatRolls,
  turned,
  type Direction,
  type Face,
} from '../../../src/games/icecult/model/geometry';
import { netOf } from '../../../src/games/icecult/model/net';
import { DEGREES } from '../../../src/games/icecult/art/symbols';
import { axisOf } from '../../../src/games/icecult/board/scene/acts';
import { tiltHandle, turnHandle } from '../../../src/games/icecult/board/scene/anchors';
import { faceRotation, poseRotation } from '../../../src/games/icecult/board/scene/cubes';
import { Layout } from '../../../src/games/icecult/board/scene/layout';
import engine from '../../fixtures/icecult-geometry.json';

const SETS = engine.sets as unknown as Record<'fair' | 'balanced' | 'motley', CubeSet>;

test('there are the 24 poses of the engine', () => {
  expect([...POSES].sort()).toEqual(Object.keys(engine.tilted).sort());
});

describe.each(Object.keys(engine.tilted))('pose %s', (pose) => {
  test('tilts as in the engine', () => {
    const own = Object.fromEntries(DIRECTIONS.map((direction) => [direction, tilted(pose, direction)]));
    expect(own).toEqual(engine.tilted[pose as 'UN']);
  });

  test('turns as in the engine', () => {
    expect({ '+': turned(pose, '+'), '-': turned(pose, '-') }).toEqual(engine.turned[pose as 'UN']);
  });

  test('shows on top what the engine shows', () => {
    for (const name of ['fair', 'balanced', 'motley'] as const)
      for (const slot of SLOTS)
        expect([name, slot, topOf(SETS[name][slot], pose)]).toEqual([
          name,
          slot,
          engine.tops[name][slot][pose as 'UN'],
        ]);
  });

  test('is drawn with each printed face on its side', () => {
    const rotation = poseRotation(pose);
    for (const [side, printed] of Object.entries(lying(pose))) {
      const drawn = new Vector3(...OUTWARD[printed]).applyQuaternion(rotation);
      expect(drawn.distanceTo(new Vector3(...OUTWARD[side as Face]))).toBeLessThan(1e-6);
    }
  });

  test('rolls about the axis of a tilt into the pose after it', () => {
    for (const direction of DIRECTIONS) {
      const roll = new Quaternion().setFromAxisAngle(axisOf(direction), Math.PI / 2);
      const drawn = roll.multiply(poseRotation(pose));
      expect(drawn.angleTo(poseRotation(tilted(pose, direction)))).toBeLessThan(1e-4);
    }
  });

  test('turns clockwise, seen from above, into the pose after a turn', () => {
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -Math.PI / 2);
    expect(turn.multiply(poseRotation(pose)).angleTo(poseRotation(turned(pose, '+')))).toBeLessThan(1e-4);
  });

  test('unfolds so that each side is drawn as it will lie on top', () => {
    for (const slot of SLOTS) {
      const net = netOf(SETS.motley, slot, pose);
      expect(net.map(({ face }) => face).sort()).toEqual([...FACES].sort());
      for (const toward of DIRECTIONS) {
        const side = net.find(({ cell }) => cell === OPPOSITE[toward])!;
        const top = topOf(SETS.motley[slot], tilted(pose, toward));
        expect(side.symbol[0]).toBe(top[0]);
        if (top[1] === '>') expect(side.degrees).toBe(DEGREES[top[2] as Direction]);
      }
      const [up] = net;
      const top = topOf(SETS.motley[slot], pose);
      if (top[1] === '>') expect(up!.degrees).toBe(DEGREES[top[2] as Direction]);
    }
  });
});

test('a face is drawn with its upper edge toward the face that is named', () => {
  for (const face of FACES)
    for (const upper of FACES.filter((other) => Math.abs(dot(face, other)) < 0.5)) {
      const rotation = faceRotation(face, upper);
      expect(new Vector3(0, 0, 1).applyQuaternion(rotation).distanceTo(new Vector3(...OUTWARD[face]))).toBeLessThan(
        1e-6,
      );
      expect(new Vector3(0, 1, 0).applyQuaternion(rotation).distanceTo(new Vector3(...OUTWARD[upper]))).toBeLessThan(
        1e-6,
      );
    }
});

function dot(a: Face, b: Face): number {
  return OUTWARD[a].reduce((sum, part, i) => sum + part * OUTWARD[b][i]!, 0);
}

test('the built-in set is that of the engine', () => {
  expect(FAIR).toEqual(SETS.fair);
  expect(BALANCED).toEqual(SETS.balanced);
});

test('every tilt is the one that rolls each of its cubes that way', () => {
  for (const tilt of TILTS) {
    const { slots, toward } = tiltOf(tilt);
    for (const slot of slots) expect(tiltThatRolls(slot, toward)).toBe(tilt);
  }
});

test('no two handles stand in one place, and each stands at the end of its axle', () => {
  const handles = TILTS.map((tilt) => tiltHandle(tilt));
  expect(new Set(handles.map(({ x, z }) => `${x} ${z}`)).size).toBe(8);
  for (const [i, tilt] of TILTS.entries()) {
    const alongX = tilt[1] === 'n' || tilt[1] === 's';
    const [first, second] = tiltOf(tilt).slots.map((slot) => new Layout(5).cube(slot));
    const line = alongX ? [first!.z, second!.z] : [first!.x, second!.x];
    expect(line[0]).toBe(line[1]);
    expect(Math.sign(alongX ? handles[i]!.z : handles[i]!.x)).toBe(Math.sign(line[0]!));
  }
  const turns = SLOTS.flatMap((slot) => [turnHandle(slot, '+'), turnHandle(slot, '-')]);
  expect(new Set(turns.map(({ x, z }) => `${x} ${z}`)).size).toBe(8);
});

describe('links', () => {
  test('bring back the set that was shared', () => {
    for (const set of Object.values(SETS)) expect(readLink(writeLink(set))).toEqual(set);
  });

  test('are short and need no escaping', () => {
    expect(writeLink(SETS.motley)).toMatch(/^[a-z0-9-]{27,51}$/);
  });

  test.each([
    '',
    'a',
    'aaaaaa-aaaaaa-aaaaaa',
    'aaaaaa-aaaaaa-aaaaaa-aaaaax',
    'aaaaaa-aaaaaa-aaaaaa-aaaaaaa',
    'y9aaaaa-a-a-a',
  ])('that are none bring nothing: %s', (text) => {
    expect(readLink(text)).toBeNull();
  });
});
