/** What goes wrong in the page itself, so that the screens can say it in plain words. */

import type { Bye, Problem } from '../protocol';
import { NoStorage } from './store';

/** A file that is needed could not be had: most likely there is no connection. */
export class NotLoaded extends Error {}

export function problem(key: string, words: string): Problem {
  return { key, words, rule: null, values: {} };
}

export function noTable(): Problem {
  return problem('no_table', 'there is no such table');
}

/** What people are told. What exactly happened is for the console. */
export function problemHere(fault: unknown): Problem {
  const cause = fault instanceof Error && fault.cause ? fault.cause : fault;
  if (cause instanceof NoStorage) return problem('no_storage', cause.message);
  if (cause instanceof NotLoaded) return problem('not_loaded', 'what this needs could not be loaded');
  return problem('here', 'something went wrong in this page');
}

/** The end of a line: nothing more comes over it, and nothing comes back by itself. */
export function bye({ key, words }: Problem): Bye {
  return { type: 'bye', key, words, again: false };
}
