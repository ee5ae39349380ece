/** One table on the screen: what is shown of it, what was asked and not answered yet, its log and its chat. */

import { untrack } from 'svelte';
import type { Colour, People, Reason } from '../games/game';
import type { Bye, Happening, Plan, Presence, Problem, Said, SeatView, StateMessage, TableView } from '../protocol';
import { localTables } from '../local';
import { isLocal } from '../local/client';
import { api } from './api';
import { later } from './later';
import { after, before } from './log';
import { namesOf } from './people';
import { problemText } from './problems';
import { TableSocket, browser, type Answer, type Asked, type Connection } from './socket';
import { HURRY_FROM, Stepper, type Step } from './stepper';

/** Whether somebody may hold what others at the same screen must not see. */
type Hidden = (state: StateMessage) => boolean;

export class TableStore {
  /** What is on the screen. */
  step = $state.raw<Step | null>(null);
  /** The table as the server last told it; the board may still be on its way there. */
  newest = $state.raw<StateMessage | null>(null);
  /** When that came, on the clock of `performance.now()`. */
  heardAt = $state.raw(0);
  log = $state.raw<readonly Happening[]>([]);
  /** Whether an older part of the log is being fetched. */
  fetching = $state(false);
  chat = $state.raw<readonly Said[]>([]);
  presence = $state.raw<Presence | null>(null);
  /** What the person plans to answer. */
  plan = $state.raw<Plan | null>(null);
  connection = $state<Connection>('connecting');
  bye = $state.raw<Bye | null>(null);
  /** An action that was sent and is neither shown nor refused yet. */
  pending = $state<string | null>(null);
  /** Something else was asked and is not answered. */
  asking = $state(false);
  /** The seat whose person has to take the device before the game goes on. */
  curtain = $state<number | null>(null);
  behind = $state(0);

  readonly state = $derived(this.step?.state ?? null);
  readonly table = $derived<TableView | null>(this.newest?.table ?? null);
  readonly seats = $derived<readonly SeatView[]>(this.table?.seats ?? []);
  readonly mySeats = $derived(this.seats.filter((seat) => seat.mine).map(({ seat }) => seat));
  readonly people = $derived<People>({
    colours: this.seats.map(({ colour }) => colour as Colour),
    names: namesOf(this.seats),
    me: this.mySeats.length === 1 ? this.mySeats[0]! : null,
  });
  readonly upToDate = $derived(this.step !== null && this.state === this.newest);
  /** Whether a person at this screen has to decide now. */
  readonly myTurn = $derived(this.upToDate && (this.state?.position?.legal.length ?? 0) > 0);
  readonly interactive = $derived(this.myTurn && this.pending === null && this.curtain === null);
  /** How much faster than usual the board should go, so as not to fall behind. */
  readonly hurry = $derived(this.behind >= HURRY_FROM ? 2.5 : 1);

  readonly #socket: TableSocket;
  readonly #stepper: Stepper;
  /** The seat whose person is at the device, at a screen with several; this tab remembers it when it is loaded anew. */
  #holder: number | null;
  #refused: (problem: Problem) => void;

  constructor(
    readonly id: string,
    hooks: { hidden: Hidden; shown?: (step: Step) => void; refused?: (problem: Problem) => void },
    socket?: (on: ConstructorParameters<typeof TableSocket>[1]) => TableSocket,
  ) {
    this.#refused = hooks.refused ?? (() => {});
    this.#holder = holderOf(id);
    this.#stepper = new Stepper(
      (step) => {
        this.#show(step);
        hooks.shown?.(step);
      },
      { later, hidden: () => document.hidden },
      (step) => this.#drawCurtain(step, hooks.hidden),
    );
    const on: ConstructorParameters<typeof TableSocket>[1] = {
      told: (message) => {
        switch (message.type) {
          case 'state':
            this.#hear(message);
            break;
          case 'said':
            if (!this.chat.some(({ number }) => number === message.number))
              this.chat = [...this.chat, message].sort((a, b) => a.number - b.number);
            break;
          case 'unsaid':
            this.chat = this.chat.filter(({ number }) => message.left.includes(number));
            break;
          case 'presence':
            this.presence = message;
            break;
          case 'plan':
            this.plan = message;
            break;
          case 'bye':
            break;
        }
      },
      connection: (connection, why) => {
        this.connection = connection;
        if (why) this.bye = why;
      },
    };
    this.#socket =
      socket?.(on) ?? (isLocal(id) ? localSocket(id, on) : new TableSocket((have) => tableAddress(id, have), on));
  }

  /** Keep the line open as long as the screen is there. Answers how to stop. */
  run(): () => void {
    const wake = () => {
      if (document.hidden) return;
      this.#socket.wake();
      this.#stepper.release();
    };
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    this.#socket.open();
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      this.#stepper.close();
      this.#socket.close();
    };
  }

  /** The board has shown what it was given. Boards call this in their effects, which must not depend on it. */
  settled = (): void =>
    untrack(() => {
      this.#stepper.settled();
      this.behind = this.#stepper.behind;
    });

  /** Stop watching step by step: show how it stands now. */
  catchUp = (): void => {
    this.#stepper.catchUp();
    this.behind = this.#stepper.behind;
  };

  liftCurtain = (): void => {
    this.#holder = this.curtain;
    keepHolder(this.id, this.#holder);
    this.#goOn();
  };

  #goOn(): void {
    this.curtain = null;
    this.#stepper.release();
    this.behind = this.#stepper.behind;
    this.#ready();
  }

  #readySent = 0;

  /** The clock was held until somebody has taken the device, or need not take it: now it may run. */
  #ready(): void {
    const { newest, curtain } = this;
    const seat = newest?.waiting_for[0];
    if (!newest || curtain !== null || seat === undefined || !newest.clocks?.[seat]?.held) return;
    if (!this.mySeats.includes(seat) || newest.table.seats[seat]?.level || this.#readySent === newest.version) return;
    if (this.state !== newest) return; // it is shown first
    this.#readySent = newest.version;
    void this.#socket.ask({ type: 'ready' });
  }

  play = (action: string): void => {
    if (!this.interactive || !this.newest) return;
    this.pending = action;
    void this.#socket.ask({ type: 'play', version: this.newest.version, action }).then((answer) => {
      if (answer.type === 'accepted') this.#doneWith(action, answer.version);
      else {
        this.pending = null;
        this.#tell(answer);
      }
    });
  };

  /** Why an action cannot be played now, in the person's language. */
  why = async (action: string): Promise<Reason> => {
    const answer = await this.#socket.ask({ type: 'why', action });
    if (answer.type !== 'refused') return { rule: null, key: '', values: {}, words: '' };
    const { rule, key, values } = answer;
    return { rule, key, values, words: problemText(answer, this.table?.game) };
  };

  /** Ask for anything else. Whether it was done; if not, the person is told why. */
  async ask(asked: Asked): Promise<boolean> {
    this.asking = true;
    const answer = await this.#socket.ask(asked);
    this.asking = false;
    this.#tell(answer);
    return answer.type === 'accepted';
  }

  /** The version of the oldest event that was told; of a long log not all are. */
  #oldest = $state(Infinity);

  /** Whether there is more of the log than is here. */
  readonly older = $derived(this.#oldest > 1 && this.#oldest < Infinity);

  /** Fetch the page of the log before what is here. */
  async fetchOlder(): Promise<void> {
    if (this.fetching || !this.older) return;
    this.fetching = true;
    try {
      const { happened } = await api.log(this.id, this.#oldest);
      this.#oldest = happened[0]?.version ?? 1;
      this.log = before(this.log, happened);
    } catch {
      // The person can scroll up once more.
    } finally {
      this.fetching = false;
    }
  }

  /** The newest version of the table, for what is asked. */
  get version(): number {
    return this.newest?.version ?? 0;
  }

  #hear(state: StateMessage): void {
    if (this.newest && state.version < this.newest.version) return;
    this.newest = state;
    this.heardAt = performance.now();
    this.#stepper.add(state);
    if (this.curtain !== null && !this.#mustTakeDevice(state, this.curtain)) this.#goOn();
    this.behind = this.#stepper.behind;
    this.#ready();
  }

  /** Whether a person at this screen is still waited for at this seat. */
  #mustTakeDevice({ table, waiting_for }: StateMessage, seat: number): boolean {
    return table.status === 'running' && waiting_for.includes(seat) && !table.seats[seat]?.level;
  }

  #show(step: Step): void {
    this.step = step;
    const [first] = step.happened;
    if (first && first.version < this.#oldest) this.#oldest = first.version;
    this.log = after(this.log, step.happened);
    if (this.#accepted !== null && step.state.version >= this.#accepted) {
      this.pending = this.#accepted = null;
    }
    this.#ready();
  }

  #accepted: number | null = null;

  /** An action is on record. It stays pending until the position that it led to is on the screen. */
  #doneWith(action: string, version: number): void {
    if (this.pending !== action) return;
    if ((this.state?.version ?? 0) >= version) this.pending = null;
    else this.#accepted = version;
  }

  #tell(answer: Answer): void {
    if (answer.type === 'refused') this.#refused(answer);
    if (answer.type === 'stale')
      this.#refused({ key: 'stale', words: 'the position has changed since', rule: null, values: {} });
  }

  /** In a game with secrets the next person at this screen first takes the device, and the others look away. */
  #drawCurtain({ state }: Step, hidden: Hidden): boolean {
    const mine = state.table.seats.filter((seat) => seat.mine);
    const secret = state.table.status === 'running' && mine.length > 1 && hidden(state);
    if (!secret || state.seat === null || state.seat === this.#holder) return false;
    if (!this.#mustTakeDevice(this.newest ?? state, state.seat)) return false;
    this.curtain = state.seat;
    return true;
  }
}

const HOLDER = 'floe.holder.';

function holderOf(id: string): number | null {
  try {
    const kept = sessionStorage.getItem(HOLDER + id);
    return kept === null ? null : Number(kept);
  } catch {
    return null;
  }
}

function keepHolder(id: string, seat: number | null): void {
  try {
    sessionStorage.setItem(HOLDER + id, String(seat));
  } catch {
    // Then the device is passed on once more after the page was loaded anew.
  }
}

/** The line to a table of this device. It never is silent for too long, because it cannot break. */
function localSocket(id: string, on: ConstructorParameters<typeof TableSocket>[1]): TableSocket {
  const connect = (have: string) => localTables().connect(id, Number(have));
  return new TableSocket(String, on, { ...browser, connect, silence: Infinity });
}

function tableAddress(id: string, have: number): string {
  const address = new URL(`/ws/tables/${encodeURIComponent(id)}?have=${have}`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
