/** A page that plays in the browser alone, as the app does; a test in a real browser tells it what. */

import { LocalGame, startWorker } from '../../src/kernels/client';
import { compare } from './compare';

const parts = { LocalGame, startWorker, compare };

declare global {
  interface Window {
    kernels: typeof parts;
  }
}

window.kernels = parts;
