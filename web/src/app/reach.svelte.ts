/** Whether the server can be reached, as those have found who last asked it. */

let away = $state(false);

export function serverAway(): boolean {
  return away;
}

/** A proxy that stands before a server answers so while there is none behind it. */
const NOBODY_THERE = new Set([502, 503, 504]);

const waiting = new Set<() => void>();

/** To be called whenever the server is there again. */
export function onServerBack(listener: () => void): void {
  waiting.add(listener);
}

/** Something was asked; `status` is null where no answer came. */
export function asked(status: number | null): void {
  const before = away;
  away = status === null || NOBODY_THERE.has(status);
  if (before && !away) for (const listener of waiting) listener();
}
