/** The web worker that plays and thinks with compiled kernels. `client.ts` talks to it. */
import type { Ask, Reply } from './client';
import { Kernels } from './service';

const kernels = new Map<string, Kernels>(); // by where they come from
const running = new Map<number, AbortController>();

self.onmessage = async ({ data }: MessageEvent<Ask>) => {
  if (data.do === 'cancel') {
    running.get(data.id)?.abort();
    return;
  }
  try {
    reply({ id: data.id, result: await answer(data) });
  } catch (fault) {
    reply({ id: data.id, error: fault instanceof Error ? fault.message : String(fault) });
  }
};

async function answer(ask: Exclude<Ask, { do: 'cancel' }>): Promise<unknown> {
  const game = of(ask.game, ask.base);
  switch (ask.do) {
    case 'first':
      return (await game.rules()).first(ask.players, ask.rng);
    case 'legal':
      return (await game.rules()).legal(ask.state);
    case 'step':
      return (await game.rules()).step(ask.state, ask.action);
    case 'playout':
      return (await game.rules()).playout(ask.state, ask.rng, ask.limit);
    case 'field':
      return (await game.rules()).field(ask.state, ask.name);
    case 'think': {
      const stop = new AbortController();
      running.set(ask.id, stop);
      try {
        const progress = (findings: unknown) => reply({ id: ask.id, progress: findings });
        const options = { rng: ask.rng, signal: stop.signal, progress: ask.progress ? progress : undefined };
        return await game.think(ask.state, ask.seat, ask.judgeBy, ask.budget, options);
      } finally {
        running.delete(ask.id);
      }
    }
  }
}

function of(game: string, base: string): Kernels {
  const place = new URL(game, base).href;
  let found = kernels.get(place);
  if (!found) {
    found = new Kernels(game, (name) => load(new URL(name, base)));
    kernels.set(place, found);
  }
  return found;
}

async function load(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function reply(message: Reply): void {
  self.postMessage(message);
}
