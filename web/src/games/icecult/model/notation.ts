/** The written form of actions, taken apart and put together. */

import { TILTS, type Slot, type Tilt, type Way } from './geometry';

export type Action =
  | { kind: 'tilt'; tilt: Tilt }
  | { kind: 'step'; slot: Slot; circle: boolean; space: number; standing: number }
  | { kind: 'turn'; slot: Slot; way: Way }
  | { kind: 'end' };

export type Step = Extract<Action, { kind: 'step' }>;

const STEP = /^(\*?)([abcd])@(?:start|([1-9])\.([1-9][0-9]?))$/;
const TURN = /^([abcd])([+-])$/;

/** An action from its text; null if it is none. A step from start has space 0. */
export function parse(text: string): Action | null {
  if ((TILTS as readonly string[]).includes(text)) return { kind: 'tilt', tilt: text as Tilt };
  if (text === 'end') return { kind: 'end' };
  const turn = TURN.exec(text);
  if (turn) return { kind: 'turn', slot: turn[1] as Slot, way: turn[2] as Way };
  const step = STEP.exec(text);
  if (!step) return null;
  return {
    kind: 'step',
    slot: step[2] as Slot,
    circle: step[1] === '*',
    space: Number(step[3] ?? 0),
    standing: Number(step[4] ?? 0),
  };
}

export function write(action: Action): string {
  switch (action.kind) {
    case 'tilt':
      return action.tilt;
    case 'turn':
      return action.slot + action.way;
    case 'end':
      return 'end';
    case 'step': {
      const place = action.space ? `${action.space}.${action.standing}` : 'start';
      return `${action.circle ? '*' : ''}${action.slot}@${place}`;
    }
  }
}
