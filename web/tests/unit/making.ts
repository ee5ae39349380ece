/** Messages for tests: whole, with nothing in them that a test does not ask for. */

import type { GameInfo, Happening, PositionView, SeatView, StateMessage, TableView } from '../../src/protocol';

export function seat(number: number, changes: Partial<SeatView> = {}): SeatView {
  const colour = 'yrgb'[number]!;
  return {
    seat: number,
    colour,
    kind: 'person',
    name: `Person ${number}`,
    level: null,
    mine: number === 0,
    present: true,
    stand_in: false,
    entropy_due: false,
    same_as: null,
    kept: false,
    ...changes,
  };
}

export function table(changes: Partial<TableView> = {}): TableView {
  return {
    id: 'table-1',
    game: 'icecult',
    status: 'running',
    settings: {
      game: 'icecult',
      seats: [],
      rules: {},
      colours: null,
      clock: null,
      on_timeout: 'machine',
      on_leave: 'wait',
      undo: 'turn',
      chat: 'players',
      listed: false,
      spectators: true,
      several_seats: false,
      previews: true,
      swap: false,
      handicap: null,
      pace: 600,
    },
    seats: [seat(0), seat(1)],
    host: true,
    to_move: 0,
    turn: 0,
    result: null,
    commitment: '',
    rules_version: 1,
    created: 0,
    changed: 0,
    rematch: null,
    set_up: false,
    invited: false,
    rematch_by: null,
    version: 1,
    due_by: null,
    swapped: null,
    ...changes,
  };
}

/** A game that has no folder in the app, as an outside package announces it. */
export function outsideGame(changes: Partial<GameInfo> = {}): GameInfo {
  return {
    name: 'nim',
    title: 'Nim',
    players: [2, 3],
    hidden: false,
    chance: false,
    rules_version: 1,
    options: [
      {
        name: 'heap_size',
        default: 7,
        choices: null,
        lowest: 1,
        highest: 9,
        own: false,
        text: 'stones at first (N-1)',
        reading: false,
      },
    ],
    colours: { 2: ['y', 'r'], 3: ['y', 'r', 'g'] },
    choosable: { 2: [], 3: [] },
    levels: ['easy', 'patient'],
    default_level: 'easy',
    elo: {},
    summary: 'Whoever takes the last stone wins.',
    board: false,
    lessons: false,
    handicaps: [],
    puzzles: false,
    ...changes,
  };
}

export function position(ply: number, changes: Partial<PositionView> = {}): PositionView {
  return { ply, view: {}, legal: [], due: [], can_undo: false, outlook: [], plain: null, ...changes };
}

export function happening(version: number, changes: Partial<Happening> = {}): Happening {
  return {
    version,
    at: version,
    kind: 'played',
    seat: 0,
    name: null,
    action: `action-${version}`,
    ply: version,
    facts: [],
    words: null,
    ...changes,
  };
}

export function state(version: number, changes: Partial<StateMessage> = {}): StateMessage {
  return {
    type: 'state',
    version,
    table: table(),
    happened: [happening(version)],
    seat: 0,
    position: position(version),
    waiting_for: [0],
    clocks: null,
    takeback: null,
    takeback_waits_for: [],
    now: 0,
    can_ask_takeback: false,
    can_swap: false,
    ...changes,
  };
}

/** Time that passes when the test says so. */
export class Time {
  now = 0;
  #timers: { at: number; what: () => void }[] = [];

  later = (what: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, what };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  };

  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.now = next.at;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.what();
    }
    this.now = until;
  }
}
