/** What went wrong, in the person's language. */

import { maybe } from '../i18n';
import type { Problem } from '../protocol';
import { Failure } from './api';

/**
 * A refusal in words. Those of a game's rules have the rule before their key (IC-14.arrow_due) and their message in the
 * game's own file. Where there is no message the server's English words do.
 */
export function problemText(problem: Problem, game?: string): string {
  const own = `${game}.refusal.${problem.key.slice(problem.key.indexOf('.') + 1)}`;
  return (
    (problem.rule && game ? maybe(own, problem.values) : null) ??
    maybe(`frame.problem.${problem.key}`, problem.values) ??
    problem.words
  );
}

/** The problem in whatever was thrown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Failure) return thrown.problem;
  return { key: 'unexpected', words: String(thrown), rule: null, values: {} };
}
