import { beforeEach, expect, test, vi } from 'vitest';
import type { Answer, Asked, TableSocket, Told } from '../../src/app/socket';
import { api } from '../../src/app/api';
import { TableStore } from '../../src/app/table.svelte';
import { igluiglu } from '../../src/games/igluiglu/ui';
import type { View } from '../../src/games/igluiglu/model/view';
import type { StateMessage } from '../../src/protocol';
import { happening, position, seat, state, table } from './making';

beforeEach(() => sessionStorage.clear());

const VIEW = { players: ['r', 'b'] } as unknown as View;

/** A table whose server is the test. */
function opened({ hidden = false }: { hidden?: boolean | ((state: StateMessage) => boolean) } = {}) {
  const asked: { question: Asked; answer: (answer: Answer) => void }[] = [];
  let tell: (message: Told) => void = () => {};
  const refused = vi.fn();
  const store = new TableStore(
    'table-1',
    { hidden: typeof hidden === 'function' ? hidden : () => hidden, refused },
    (on) => {
      tell = on.told;
      const socket = {
        ask: (question: Asked) => new Promise<Answer>((answer) => asked.push({ question, answer })),
      };
      return socket as unknown as TableSocket;
    },
  );
  return { store, asked, refused, tell: (message: Told) => tell(message) };
}

const mine = (version: number, changes: Partial<StateMessage> = {}) =>
  state(version, { position: position(version, { legal: ['ns', 'ee'] }), ...changes });
const settle = async () => new Promise((done) => setTimeout(done));
const answered = (id: string, version: number): Answer => ({ type: 'accepted', id, version });

test('an action is pending until the position that it led to is shown', async () => {
  const { store, asked, tell } = opened();
  tell(mine(1));
  expect(store.interactive).toBe(true);
  store.play('ns');
  expect(store.pending).toBe('ns');
  expect(store.interactive).toBe(false);
  expect(asked[0]!.question).toEqual({ type: 'play', version: 1, action: 'ns' });
  asked[0]!.answer(answered('x', 2));
  await settle();
  expect(store.pending).toBe('ns');
  expect(store.state!.version).toBe(1);
  tell(mine(2));
  expect(store.pending).toBeNull();
  expect(store.interactive).toBe(true);
});

test('the new position may come before the answer', async () => {
  const { store, asked, tell } = opened();
  tell(mine(1));
  store.play('ns');
  tell(mine(2));
  expect(store.pending).toBe('ns');
  asked[0]!.answer(answered('x', 2));
  await settle();
  expect(store.pending).toBeNull();
});

test('while one action is pending no other is sent', () => {
  const { store, asked, tell } = opened();
  tell(mine(1));
  store.play('ns');
  store.play('ee');
  expect(asked).toHaveLength(1);
});

test('what is refused is told, and nothing has changed', async () => {
  const { store, asked, refused, tell } = opened();
  tell(mine(1));
  store.play('ns');
  asked[0]!.answer({ type: 'refused', id: 'x', rule: 'IC-11', key: 'IC-11.tilting_back', values: {}, words: 'no' });
  await settle();
  expect(store.pending).toBeNull();
  expect(store.interactive).toBe(true);
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ rule: 'IC-11' }));
});

test('what came too late is told as such', async () => {
  const { store, asked, refused, tell } = opened();
  tell(mine(1));
  store.play('ns');
  asked[0]!.answer({ type: 'stale', id: 'x', version: 2 });
  await settle();
  expect(store.pending).toBeNull();
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ key: 'stale' }));
});

test('nothing can be played while the board is behind', () => {
  const { store, tell } = opened();
  tell(state(1));
  tell(state(2));
  tell(mine(3));
  expect(store.state!.version).toBe(2);
  expect(store.myTurn).toBe(false);
  store.settled();
  expect(store.myTurn).toBe(true);
  expect(store.log.map(({ version }) => version)).toEqual([1, 2, 3]);
});

test('a spectator can play nothing', () => {
  const { store, asked, tell } = opened();
  tell(state(1, { seat: null, table: table({ seats: [seat(0, { mine: false }), seat(1)] }) }));
  store.play('ns');
  expect(store.interactive).toBe(false);
  expect(asked).toEqual([]);
});

test('the chat keeps each line once and in order', () => {
  const { store, tell } = opened();
  const line = (number: number) => ({
    type: 'said' as const,
    number,
    at: 0,
    seat: 0,
    name: 'A',
    text: `${number}`,
    phrase: null,
  });
  for (const number of [2, 1, 2]) tell(line(number));
  expect(store.chat.map(({ number }) => number)).toEqual([1, 2]);
  tell({ type: 'unsaid', left: [2] });
  expect(store.chat.map(({ number }) => number)).toEqual([2]);
});

const atOneScreen = (version: number, to: number, changes: Partial<StateMessage> = {}) =>
  mine(version, {
    seat: to,
    waiting_for: [to],
    happened: [happening(version, { seat: 1 - to })],
    table: table({ seats: [seat(0), seat(1, { mine: true })], to_move: to }),
    ...changes,
  });

test('at one screen with secrets nothing of the next person is shown before they have the device', () => {
  const { store, tell } = opened({ hidden: true });
  tell(atOneScreen(1, 0));
  expect(store.curtain).toBe(0);
  expect(store.state).toBeNull();
  store.liftCurtain();
  expect(store.state!.seat).toBe(0);
  tell(atOneScreen(2, 0));
  store.settled();
  expect(store.curtain).toBeNull();
  tell(atOneScreen(3, 1));
  expect(store.curtain).toBe(1);
  expect(store.state!.seat).toBe(0);
  expect(store.interactive).toBe(false);
  store.liftCurtain();
  expect(store.state!.seat).toBe(1);
});

test('whoever has the device keeps it when the page is loaded anew', () => {
  const first = opened({ hidden: true });
  first.tell(atOneScreen(1, 0));
  first.store.liftCurtain();
  const again = opened({ hidden: true });
  again.tell(atOneScreen(1, 0));
  expect(again.store.curtain).toBeNull();
  again.tell(atOneScreen(2, 1));
  expect(again.store.curtain).toBe(1);
});

test('the curtain goes when a machine takes the seat, and comes before none that a machine has', () => {
  const { store, tell } = opened({ hidden: true });
  tell(atOneScreen(1, 0));
  expect(store.curtain).toBe(0);
  const stands = { mine: true, stand_in: true, level: 'easy' };
  const byMachine = table({ seats: [seat(0, stands), seat(1, { mine: true })], to_move: 0 });
  tell(atOneScreen(2, 0, { table: byMachine, seat: 1, position: position(2, { legal: [] }) }));
  expect(store.curtain).toBeNull();
  expect(store.state!.version).toBe(2);
});

const held = (seat: number) =>
  [0, 1].map((of) => ({ left: 60_000, running: of === seat, held: of === seat ? 9e5 : 0 }));

test('a clock that is held runs when the curtain is lifted, or at once where there is none', () => {
  const behind = opened({ hidden: true });
  behind.tell(atOneScreen(1, 0, { clocks: held(0) }));
  expect(behind.asked).toEqual([]);
  behind.store.liftCurtain();
  expect(behind.asked.map(({ question }) => question)).toEqual([{ type: 'ready' }]);
  behind.tell(atOneScreen(1, 0, { clocks: held(0) }));
  expect(behind.asked).toHaveLength(1);
  const open = opened();
  open.tell(atOneScreen(1, 0, { clocks: held(0) }));
  expect(open.asked.map(({ question }) => question)).toEqual([{ type: 'ready' }]);
});

test('nobody says ready for a seat elsewhere', () => {
  const { asked, tell } = opened({ hidden: true });
  tell(state(1, { waiting_for: [1], clocks: held(1) }));
  expect(asked).toEqual([]);
});

test('after the game there are no secrets, and in a game without them there is no curtain', () => {
  const over = opened({ hidden: true });
  over.tell(atOneScreen(1, 1, { table: table({ status: 'over', seats: [seat(0), seat(1, { mine: true })] }) }));
  expect(over.store.curtain).toBeNull();
  const open = opened();
  open.tell(atOneScreen(1, 0));
  expect(open.store.curtain).toBeNull();
});

test('while nobody can hold anything the device goes round without a curtain', () => {
  const placing: View = { ...VIEW, phase: 'place', hands: { r: [], b: 0 } };
  expect(igluiglu.secrets!({ ...placing })).toBe(false);
  expect(igluiglu.secrets!({ ...placing, hands: { r: [], b: 1 } })).toBe(true);
  expect(igluiglu.secrets!({ ...placing, phase: 'flip' })).toBe(true);
  const { store, tell } = opened({ hidden: (state) => igluiglu.secrets!(state.position!.view) });
  const at = (version: number, seat: number, view: View) =>
    atOneScreen(version, seat, { position: position(version, { view: { ...view } }) });
  tell(at(1, 0, placing));
  store.settled();
  tell(at(2, 1, placing));
  store.settled();
  expect(store.curtain).toBeNull();
  tell(at(3, 0, { ...placing, phase: 'flip' }));
  expect(store.curtain).toBe(0);
});

test('of a long log the older part is fetched page by page', async () => {
  const { store, tell } = opened();
  tell(state(900, { happened: [happening(899), happening(900)] }));
  store.settled();
  expect(store.older).toBe(true);
  const log = vi
    .spyOn(api, 'log')
    .mockImplementation((_, before) =>
      Promise.resolve(
        before === 899
          ? { happened: [happening(2), happening(898)], more: true }
          : { happened: [happening(1)], more: false },
      ),
    );
  await Promise.all([store.fetchOlder(), store.fetchOlder()]);
  expect(log.mock.calls).toEqual([['table-1', 899]]);
  expect(store.log.map(({ version }) => version)).toEqual([2, 898, 899, 900]);
  await store.fetchOlder();
  expect(log).toHaveBeenLastCalledWith('table-1', 2);
  expect(store.log.map(({ version }) => version)).toEqual([1, 2, 898, 899, 900]);
  expect(store.older).toBe(false);
  await store.fetchOlder();
  expect(log).toHaveBeenCalledTimes(2);
  log.mockRestore();
});

test('a log that was told whole has nothing before it', () => {
  const { store, tell } = opened();
  expect(store.older).toBe(false);
  tell(state(2, { happened: [happening(1), happening(2)] }));
  store.settled();
  expect(store.older).toBe(false);
});
