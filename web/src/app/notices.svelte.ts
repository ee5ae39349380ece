/** Short notices at the edge of the screen, which go by themselves; and what screen readers are told. */

import { untrack } from 'svelte';
import { t } from '../i18n';
import type { Problem } from '../protocol';
import { later } from './later';
import { problemOf, problemText } from './problems';

export interface Notice {
  id: number;
  words: string;
  /** Of a rule, whose text is one click away. */
  rule: string | null;
  game: string | null;
  bad: boolean;
}

const SHOWN_MS = 7000;
let last = 0;
let notices = $state.raw<readonly Notice[]>([]);
let told = $state.raw('');

export function allNotices(): readonly Notice[] {
  return notices;
}

export function dismiss(id: number): void {
  notices = notices.filter((notice) => notice.id !== id);
}

export function notify(words: string, { rule = null, game = null, bad = false }: Partial<Notice> = {}): void {
  const notice = { id: ++last, words, rule, game, bad };
  const others = untrack(() => notices).filter((other) => other.words !== words);
  notices = [...others, notice].slice(-3);
  later(() => dismiss(notice.id), SHOWN_MS);
}

export function notifyProblem(problem: Problem, game: string | null = null): void {
  notify(problemText(problem, game ?? undefined), { rule: problem.rule, game, bad: true });
}

/** For what is done on a click: what goes wrong is told, by a game's rules too, and the answer is then null. */
export async function orNotice<Answer>(doing: Promise<Answer>, game: string | null = null): Promise<Answer | null> {
  try {
    return await doing;
  } catch (fault) {
    notifyProblem(problemOf(fault), game);
    return null;
  }
}

export function announced(): string {
  return told;
}

/** Tell screen readers. The same words twice are told twice. */
export function announce(words: string): void {
  told = words === untrack(() => told) ? `${words}\u00a0` : words;
}

export function copied(): void {
  notify(t('frame.copied'));
}
