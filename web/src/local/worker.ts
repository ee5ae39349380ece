/** The worker of local tables. `client.ts` talks to it. */

import wasm from '@micropython/micropython-webassembly-pyscript/micropython.wasm?url';
import type { FromPage, ToPage } from './client';
import { bye, NotLoaded, problemHere } from './faults';
import { LocalHost } from './host';
import { DeviceStore } from './store';

const others = new BroadcastChannel('floe-tables');
let base = self.location.href;

const host = new LocalHost({
  read: async (name) => {
    try {
      const response = await fetch(new URL(name, base));
      if (!response.ok) throw new Error(`${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
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
    }
  } catch (fault) {
    console.error(fault);
    if ('id' in data) tell({ id: data.id, problem: problemHere(fault) });
    else if (data.do === 'send') tell({ line: data.line, message: bye(problemHere(fault)) });
  }
};

function tell(message: ToPage): void {
  self.postMessage(message);
}
