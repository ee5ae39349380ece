/** Days as YYYY-MM-DD, by the calendar of whoever looks; and how many in a row. */

export function dayOf(when: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

export function today(): string {
  return dayOf(new Date());
}

const number = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

/** How many days in a row up to today; a day that is not over yet breaks nothing. */
export function streakAt(days: Iterable<string>, day: string): number {
  const all = new Set([...days].map(number));
  let at = number(day);
  if (!all.has(at)) at -= 1;
  let count = 0;
  while (all.has(at - count)) count += 1;
  return count;
}

/** The longest run of days. */
export function longestStreak(days: Iterable<string>): number {
  const all = [...new Set([...days].map(number))].sort((a, b) => a - b);
  let [longest, run] = [0, 0];
  for (const [index, day] of all.entries()) {
    run = all[index - 1] === day - 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
