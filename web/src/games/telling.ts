/** Facts in words: a game has a sentence for each key that its `facts.ts` names, or its types are wrong. */

import { listed, t } from '../i18n';
import type { Fact } from '../protocol';
import type { People } from './game';

/** The reasons for a move that any game can have; the frame has words for them. */
export type SharedReason = 'only_choice' | 'wins_for_sure' | 'all_others_lose' | 'better_than';

/** Somebody in a list: whoever reads is "you" there. */
export function called({ me, names }: People, seat: number): string {
  return seat === me ? t('frame.you') : (names[seat] ?? '');
}

/** What a sentence about a seat is given: its name, and whether it is about the reader. */
export function person({ me, names }: People, seat: number | null): { me: 'yes' | 'no'; name: string } {
  return { me: seat !== null && seat === me ? 'yes' : 'no', name: seat === null ? '' : (names[seat] ?? '') };
}

/** What a sentence about those who won is given: whether the reader is among them, and the names of the others. */
export function victors({ me, names }: People, winners: readonly number[]) {
  const mine = me !== null && winners.includes(me);
  const you = !mine ? 'false' : winners.length === 1 ? 'true' : 'shared';
  return { you, names: listed(winners.filter((seat) => seat !== me).map((seat) => names[seat] ?? '')) };
}

/** How each of some facts is told, from its values and whatever else the sentence needs. */
export type Telling<Terms, More extends unknown[]> = {
  [Key in keyof Terms]: (values: Terms[Key], ...more: More) => string;
};

/** A fact in words; empty if it is one that only a newer server knows. */
export function tell<Terms, More extends unknown[]>(
  telling: Telling<Terms, More>,
  { key, values }: Fact,
  ...more: More
): string {
  const told = telling[key as keyof Terms] as ((values: unknown, ...more: More) => string) | undefined;
  return told?.(values, ...more) ?? '';
}
