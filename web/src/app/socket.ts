/**
 * The line to a table: it comes back by itself when it breaks, and loses nothing that was asked.
 *
 * Whatever is asked has an id. What was not answered when the line broke is sent again with the same id, and the server
 * answers as it did the first time, so nothing is done twice.
 */

import type { Accepted, Bye, FromClient, FromServer, Pong, Refused, Stale } from '../protocol';

type Question = Exclude<FromClient, Pong>;
type WithoutId<Each> = Each extends Question ? Omit<Each, 'id'> : never;
export type Asked = WithoutId<Question>;
export type Answer = Accepted | Refused | Stale;
export type Told = Exclude<FromServer, Answer | { type: 'ping' }>;

/** `waiting` is between two tries; `ended` will not come back. */
export type Connection = 'connecting' | 'open' | 'waiting' | 'ended';

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

/** What the socket needs of the world, so that tests can bring their own. */
export interface World {
  connect(address: string): Wire;
  later(what: () => void, ms: number): () => void;
  random(): number;
  id(): string;
  /** A line that is silent for longer is dead. */
  silence: number;
}

export const browser: World = {
  connect: (address) => new WebSocket(address) as unknown as Wire,
  later: (what, ms) => {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  id: randomId,
  silence: 60_000, // the server pings more often
};

/** 128 random bits. (`crypto.randomUUID` is there only over https.) */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const FIRST_WAIT_MS = 250;
export const LONGEST_WAIT_MS = 10_000;

export class TableSocket {
  #wire: Wire | null = null;
  #have = 0;
  #tries = 0;
  #connection: Connection = 'waiting';
  #stopTimer = () => {};
  readonly #open = new Map<string, { question: Question; answered: (answer: Answer) => void }>();

  constructor(
    private readonly address: (have: number) => string,
    private readonly on: {
      told: (message: Told) => void;
      connection: (state: Connection, why: Bye | null) => void;
    },
    private readonly world: World = browser,
  ) {}

  /** Connect now, also if the next try is only due later. */
  open(): void {
    if (this.#connection === 'ended' || this.#wire) return;
    this.#stopTimer();
    this.#become('connecting');
    const wire = this.world.connect(this.address(this.#have));
    this.#wire = wire;
    this.#watch();
    wire.onopen = () => {
      if (this.#wire !== wire) return;
      this.#watch();
      this.#become('open');
      for (const { question } of this.#open.values()) wire.send(JSON.stringify(question));
    };
    wire.onmessage = ({ data }) => {
      if (this.#wire !== wire) return;
      this.#watch();
      this.#hear(JSON.parse(String(data)) as FromServer);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#lost();
    };
  }

  /** Close for good. Questions that are still open stay unanswered. */
  close(): void {
    this.#end(null);
  }

  /** Ask for something; answered as soon as the server has, however often the line breaks before. */
  ask(asked: Asked): Promise<Answer> {
    const question = { ...asked, id: this.world.id() } as Question;
    return new Promise((answered) => {
      this.#open.set(question.id, { question, answered });
      if (this.#connection === 'open') this.#wire?.send(JSON.stringify(question));
    });
  }

  /** The page was asleep or the network is back: do not wait any longer. */
  wake(): void {
    if (this.#connection === 'waiting') {
      this.#tries = 0;
      this.open();
    }
  }

  #hear(message: FromServer): void {
    this.#tries = 0;
    switch (message.type) {
      case 'ping':
        this.#wire?.send(JSON.stringify({ type: 'pong', number: message.number } satisfies Pong));
        return;
      case 'accepted':
      case 'refused':
      case 'stale': {
        const open = this.#open.get(message.id);
        this.#open.delete(message.id);
        open?.answered(message);
        return;
      }
      case 'state':
        this.#have = Math.max(this.#have, message.version);
        break;
      case 'bye':
        if (!message.again) this.#end(message);
        break;
    }
    this.on.told(message);
  }

  /** Take silence for a broken line. */
  #watch(): void {
    this.#stopTimer();
    if (this.world.silence < Infinity) this.#stopTimer = this.world.later(() => this.#lost(), this.world.silence);
  }

  #lost(): void {
    this.#drop();
    if (this.#connection === 'ended') return;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#tries, LONGEST_WAIT_MS);
    this.#tries += 1;
    // Not all at once when a server comes back: between half of the wait and the whole of it.
    this.#stopTimer = this.world.later(() => this.open(), wait * (0.5 + this.world.random() / 2));
    this.#become('waiting');
  }

  #end(why: Bye | null): void {
    this.#drop();
    this.#become('ended', why);
  }

  #drop(): void {
    this.#stopTimer();
    const wire = this.#wire;
    this.#wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  #become(connection: Connection, why: Bye | null = null): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.on.connection(connection, why);
  }
}
