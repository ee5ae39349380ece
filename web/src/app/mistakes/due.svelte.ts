/** How many exercises are due, for the menu. It loads nothing of what an exercise needs. */

import { onChangedElsewhere, shelves, type Kept } from '../practice/shelves';

const LOOK_EVERY_MS = 60_000;

let due = $state(0);

export function dueCount(): number {
  return due;
}

export function isDue(exercise: { card: { due: Date } }, now = Date.now()): boolean {
  return exercise.card.due.getTime() <= now;
}

export async function countDue(): Promise<void> {
  const all = await shelves.all<Kept & { card: { due: Date } }>('exercises');
  due = all.filter((one) => isDue(one)).length;
}

/** Keep the number right while the page is open. Answers how to stop. */
export function followDue(): () => void {
  void countDue();
  onChangedElsewhere('exercises', () => void countDue());
  const timer = setInterval(() => document.hidden || void countDue(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
