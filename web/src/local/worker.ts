/** The worker of local tables. `client.ts` talks to it. */

import wasm from '@micropython/micropython-webassembly-pyscript/micropython.wasm?url';
import type { FromPage, ToPage } from './client';
import { bye, NotLoaded, problemHere } from './faults';
import { LocalHost } from './host';
import { DeviceStore } from './store';

const others = new BroadcastChannel('floe-tables');
let base = self.location.href;

const host = new LocalHost({
  read: async (name, came) => {
    try {
      const response = await fetch(new URL(name, base));
      if (!response.ok) throw new Error(`${response.status}`);
      return new Uint8Array(await counted(response, came).arrayBuffer());
    } catch (fault) {
      throw new NotLoaded(`${name} could not be loaded: ${String(fault)}`);
    }
  },
  wasm: new URL(wasm, self.location.href).href,
  store: new DeviceStore(),
  now: () => Date.now(),
  later: (what, ms) => {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
  failed: (table, fault) => console.error(`table ${table}:`, fault),
  changed: (table) => others.postMessage(table),
  loading: (loading) => tell({ loading }),
});
others.onmessage = ({ data }: MessageEvent<string>) => host.news(data);

const leaving = new Map<number, () => void>();

self.onmessage = async ({ data }: MessageEvent<FromPage>) => {
  try {
    switch (data.do) {
      case 'start':
        base = data.base;
        return;
      case 'request':
        return tell({ id: data.id, result: await host.request(data.method, data.path, data.body) });
      case 'connect': {
        const leave = await host.connect(data.table, data.have, (state) => tell({ line: data.id, message: state }));
        if (leave) leaving.set(data.id, leave);
        return tell({ id: data.id, result: leave !== null });
      }
      case 'send':
        return tell({ line: data.line, message: await host.ask(data.table, data.message) });
      case 'leave':
        leaving.get(data.line)?.();
        leaving.delete(data.line);
        return;
      case 'prepare':
        return await host.prepare(data.game);
      case 'retry':
        return await host.retry(data.table, data.without);
    }
  } catch (fault) {
    console.error(fault);
    if ('id' in data) tell({ id: data.id, problem: problemHere(fault) });
    else if (data.do === 'send') tell({ line: data.line, message: bye(problemHere(fault)) });
  }
};

/** A response that tells how many of its bytes have come, whichever way they were packed. */
function counted(response: Response, came?: (bytes: number) => void): Response {
  if (!response.body || !came) return response;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, out) => {
      came(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter));
}

function tell(message: ToPage): void {
  self.postMessage(message);
}
