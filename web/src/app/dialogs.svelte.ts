/** Dialogs that any screen can open: the text of a rule, and the question for one's name. */

import { loadMe, myName, rename } from './server.svelte';

/** A game's rule; all of them, beginning with the first, where no number is named. */
interface Shown {
  game: string;
  number: string | null;
}

let rule = $state.raw<Shown | null>(null);
let name = $state.raw<{ answer: (given: string | null) => void } | null>(null);

export function shownRule(): Shown | null {
  return rule;
}

export function showRule(game: string, number: string | null): void {
  rule = { game, number };
}

export function closeRule(): void {
  rule = null;
}

export function nameAsked(): boolean {
  return name !== null;
}

/** The person's name, asked for if there is none yet; null if the person would rather not go on. */
export async function askName(): Promise<string | null> {
  await loadMe();
  if (myName()) return myName();
  return new Promise((answer) => (name = { answer }));
}

export async function answerName(given: string | null): Promise<void> {
  if (given) await rename(given);
  name?.answer(given);
  name = null;
}
