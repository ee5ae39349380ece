/** Local tables for the screens: requests and lines as to a server, answered by a worker of this page. */

import type { FromServer, Problem } from '../protocol';
import type { Wire } from '../app/socket';
import { bye, noTable, problem } from './faults';
import type { Loading, Replied } from './host';
import { tellLoading } from './loading.svelte';

export type FromPage =
  | { do: 'start'; base: string }
  | { do: 'request'; id: number; method: string; path: string; body: unknown }
  | { do: 'connect'; id: number; table: string; have: number }
  | { do: 'send'; line: number; table: string; message: { id: string } }
  | { do: 'leave'; line: number }
  | { do: 'prepare'; game: string }
  | { do: 'retry'; table: string; without: boolean };

export type ToPage =
  | { id: number; result: unknown }
  | { id: number; problem: Problem }
  | { line: number; message: FromServer }
  | { loading: Loading | null };

/** As much of a `Worker` as is needed, so that a test can stand in for one. */
export interface Port {
  postMessage(message: FromPage): void;
  onmessage: ((event: MessageEvent<ToPage>) => void) | null;
  terminate?(): void;
}

const LOCAL = 'local-';

/** Whether a table is one of this device. */
export function isLocal(table: string): boolean {
  return table.startsWith(LOCAL);
}

export class LocalTables {
  private next = 1;
  private readonly waiting = new Map<
    number,
    { resolve: (result: never) => void; reject: (problem: Problem) => void }
  >();
  private readonly lines = new Map<number, Wire>();

  constructor(
    private readonly port: Port,
    base: string,
  ) {
    port.onmessage = ({ data }) => this.heard(data);
    port.postMessage({ do: 'start', base });
  }

  /** In a worker of its own, which is started when it is first needed. */
  static start(): LocalTables {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    return new LocalTables(worker, document.baseURI);
  }

  /** Answered, or rejected with the `Problem` that keeps this page from answering. */
  request(method: string, path: string, body: unknown): Promise<Replied> {
    return this.question((id) => ({ do: 'request', id, method, path, body }));
  }

  /** End the worker. Whoever waits for it is told that it is gone. */
  end(): void {
    this.port.terminate?.();
    for (const { reject } of this.waiting.values()) reject(problem('here', 'the worker was ended'));
    this.waiting.clear();
  }

  /** A line to a table, as a socket is one to a server's. */
  connect(table: string, have: number): Wire {
    const line = this.next++;
    const wire: Wire = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => {
        const message = JSON.parse(text) as { id: string; type: string };
        if (message.type !== 'pong') this.port.postMessage({ do: 'send', line, table, message });
      },
      close: () => {
        this.lines.delete(line);
        this.port.postMessage({ do: 'leave', line });
      },
    };
    this.lines.set(line, wire);
    // Whoever connects sets the listeners first.
    queueMicrotask(() => wire.onopen?.());
    this.waiting.set(line, {
      resolve: ((found: boolean) => {
        if (!found) this.hear(line, bye(noTable()));
      }) as never,
      reject: (problem) => this.hear(line, bye(problem)),
    });
    this.port.postMessage({ do: 'connect', id: line, table, have });
    return wire;
  }

  /** A table of this game may soon be set up here. */
  prepare(game: string): void {
    this.port.postMessage({ do: 'prepare', game });
  }

  /** Let the machines of a table try again to load what they need, or play without. */
  retry(table: string, without: boolean): void {
    this.port.postMessage({ do: 'retry', table, without });
  }

  private question<T>(asked: (id: number) => FromPage): Promise<T> {
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.port.postMessage(asked(id));
    });
  }

  private hear(line: number, message: FromServer): void {
    this.lines.get(line)?.onmessage?.({ data: JSON.stringify(message) });
  }

  private heard(message: ToPage): void {
    if ('loading' in message) return tellLoading(message.loading);
    if ('line' in message) return this.hear(message.line, message.message);
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('problem' in message) asked?.reject(message.problem);
    else asked?.resolve(message.result as never);
  }
}
