/** What can be said with one tap. A phrase travels by its name, and everybody reads it in their own language. */

import { t } from '../../i18n';
import type { Phrase, Said } from '../../protocol';
import type { Reaction } from '../../ui/Reaction.svelte';

export const PHRASES: readonly Exclude<Phrase, Reaction>[] = [
  'hello',
  'good_luck',
  'have_fun',
  'nice',
  'well_played',
  'thanks',
  'sorry',
  'oops',
  'close',
  'moment',
  'again',
  'must_go',
];

export function saidText({ phrase, text }: Pick<Said, 'phrase' | 'text'>): string {
  return phrase ? t(`people.phrase.${phrase}`) : text;
}

/** For so long what was said is shown beside the one who said it. */
export const BUBBLE_MS = 7000;

/** Whether a line was said just now, on the server's clock, so that it is news. */
export function isNews(line: Pick<Said, 'at'>, serverNow: number): boolean {
  return serverNow - line.at < BUBBLE_MS;
}
