import { describe, expect, test } from 'vitest';
import {
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  TableSocket,
  type Connection,
  type Told,
  type Wire,
  type World,
} from '../../src/app/socket';
import { Time } from './making';
import type { Bye, FromClient, FromServer, StateMessage } from '../../src/protocol';

class FakeWire implements Wire {
  sent: FromClient[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.closed = true;
  }
  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** A world whose time passes when the test says so, and whose lines the test holds at the other end. */
const SILENCE_MS = 60_000;

class FakeWorld implements World {
  readonly silence = SILENCE_MS;
  wires: FakeWire[] = [];
  ids = 0;
  readonly clock = new Time();
  later = this.clock.later;

  connect(address: string): Wire {
    this.wires.push(new FakeWire(address));
    return this.wires.at(-1)!;
  }
  random(): number {
    return 1;
  }
  id(): string {
    return `question-${++this.ids}`;
  }
  get wire(): FakeWire {
    return this.wires.at(-1)!;
  }
  get time(): number {
    return this.clock.now;
  }
  pass(ms: number): void {
    this.clock.pass(ms);
  }
}

function opened() {
  const world = new FakeWorld();
  const told: Told[] = [];
  const states: [Connection, Bye | null][] = [];
  const socket = new TableSocket(
    (have) => `/ws?have=${have}`,
    { told: (message) => told.push(message), connection: (state, why) => states.push([state, why]) },
    world,
  );
  socket.open();
  world.wire.onopen?.();
  return { world, told, states, socket };
}

const state = (version: number) => ({ type: 'state', version }) as StateMessage;
const breakLine = (world: FakeWorld) => world.wire.onclose?.();

describe('a line that holds', () => {
  test('carries what is told', () => {
    const { world, told, states } = opened();
    world.wire.tell(state(3));
    expect(told).toEqual([state(3)]);
    expect(states.map(([name]) => name)).toEqual(['connecting', 'open']);
  });

  test('answers pings at once', () => {
    const { world } = opened();
    world.wire.tell({ type: 'ping', number: 7 });
    expect(world.wire.sent).toEqual([{ type: 'pong', number: 7 }]);
  });

  test('gives each question its own answer', async () => {
    const { world, socket } = opened();
    const first = socket.ask({ type: 'play', version: 1, action: 'ns' });
    const second = socket.ask({ type: 'why', action: 'end' });
    expect(world.wire.sent.map((message) => 'id' in message && message.id)).toEqual(['question-1', 'question-2']);
    world.wire.tell({ type: 'refused', id: 'question-2', rule: 'IC-14', key: 'x', values: {}, words: 'no' });
    world.wire.tell({ type: 'accepted', id: 'question-1', version: 2 });
    expect(await first).toMatchObject({ type: 'accepted', version: 2 });
    expect(await second).toMatchObject({ type: 'refused', rule: 'IC-14' });
  });
});

describe('a line that breaks', () => {
  test('comes back by itself and says what it has', () => {
    const { world, states } = opened();
    world.wire.tell(state(5));
    breakLine(world);
    expect(states.at(-1)![0]).toBe('waiting');
    world.pass(FIRST_WAIT_MS);
    expect(world.wires).toHaveLength(2);
    expect(world.wire.address).toBe('/ws?have=5');
    world.wire.onopen?.();
    expect(states.at(-1)![0]).toBe('open');
  });

  test('waits longer after each failure, up to a bound, and short again once it held', () => {
    const { world } = opened();
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      const before = world.time;
      breakLine(world);
      const lines = world.wires.length;
      while (world.wires.length === lines) world.pass(1);
      waits.push(world.time - before);
    }
    expect(waits.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
    expect(waits.at(-1)).toBe(LONGEST_WAIT_MS);
    world.wire.onopen?.();
    world.wire.tell(state(1));
    breakLine(world);
    const lines = world.wires.length;
    world.pass(FIRST_WAIT_MS);
    expect(world.wires).toHaveLength(lines + 1);
  });

  test('asks again what was not answered, with the same id and in order, and nothing else', async () => {
    const { world, socket } = opened();
    void socket.ask({ type: 'say', text: 'one' });
    const second = socket.ask({ type: 'play', version: 1, action: 'ns' });
    world.wire.tell({ type: 'accepted', id: 'question-1', version: 9 });
    breakLine(world);
    const third = socket.ask({ type: 'undo', version: 2 });
    world.pass(FIRST_WAIT_MS);
    expect(world.wire.sent).toEqual([]);
    world.wire.onopen?.();
    expect(world.wire.sent.map((message) => 'id' in message && message.id)).toEqual(['question-2', 'question-3']);
    world.wire.tell({ type: 'accepted', id: 'question-2', version: 2 });
    world.wire.tell({ type: 'stale', id: 'question-3', version: 2 });
    expect((await second).type).toBe('accepted');
    expect((await third).type).toBe('stale');
  });

  test('is noticed by its silence', () => {
    const { world } = opened();
    const first = world.wire;
    world.pass(SILENCE_MS - 1);
    expect(first.closed).toBe(false);
    world.wire.tell({ type: 'ping', number: 1 });
    world.pass(SILENCE_MS - 1);
    expect(first.closed).toBe(false);
    world.pass(1 + FIRST_WAIT_MS);
    expect(first.closed).toBe(true);
    expect(world.wires).toHaveLength(2);
  });

  test('does not wait when the page wakes up', () => {
    const { world, socket } = opened();
    breakLine(world);
    socket.wake();
    expect(world.wires).toHaveLength(2);
    socket.wake();
    world.pass(LONGEST_WAIT_MS);
    expect(world.wires).toHaveLength(2);
  });

  test('a late message of the old line is not heard', () => {
    const { world, told } = opened();
    const old = world.wire;
    const late = old.onmessage;
    breakLine(world);
    world.pass(FIRST_WAIT_MS);
    late?.({ data: JSON.stringify(state(1)) });
    expect(told).toEqual([]);
  });
});

describe('a line that ends', () => {
  const bye = (again: boolean): Bye => ({ type: 'bye', key: 'k', words: 'w', again });

  test('does not come back if the server says so', () => {
    const { world, states, socket } = opened();
    world.wire.tell(bye(false));
    expect(states.at(-1)).toEqual(['ended', bye(false)]);
    world.pass(SILENCE_MS * 3);
    socket.open();
    expect(world.wires).toHaveLength(1);
  });

  test('comes back if the server says so', () => {
    const { world } = opened();
    world.wire.tell(bye(true));
    breakLine(world);
    world.pass(FIRST_WAIT_MS);
    expect(world.wires).toHaveLength(2);
  });

  test('stays closed when the screen is left', () => {
    const { world, socket } = opened();
    socket.close();
    expect(world.wire.closed).toBe(true);
    world.pass(SILENCE_MS * 3);
    expect(world.wires).toHaveLength(1);
  });
});
