/** Waiting for the analysis of a finished game. */

import type { Analysis } from '../../protocol';
import { api, Failure } from '../api';

const ASK_AGAIN_MS = 1200;

/** The analysis of a finished game, as soon as it is done; null if there is none to be had of it. */
export async function analysisOf(
  id: string,
  told: (share: number) => void,
  stopped: () => boolean,
  ask: Pick<typeof api, 'analysis'> = api,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<Analysis | null> {
  while (!stopped()) {
    try {
      const analysis = await ask.analysis(id);
      told(analysis.total ? analysis.done / analysis.total : 1);
      if (analysis.done >= analysis.total) return analysis;
    } catch (fault) {
      // The server is away, or has much to do: later. All else means that there is nothing to be found.
      if (!(fault instanceof Failure) || (fault.status !== 0 && fault.status !== 429)) return null;
      if (fault.status === 0) throw fault;
    }
    await pause(ASK_AGAIN_MS);
  }
  return null;
}
