/** Whether the server can be reached, as those have found who last asked it. */

let away = $state(false);

export function serverAway(): boolean {
  return away;
}

/** A proxy that stands before a server answers so while there is none behind it. */
const NOBODY_THERE = new Set([502, 503, 504]);

/** Something was asked; `status` is null where no answer came. */
export function asked(status: number | null): void {
  away = status === null || NOBODY_THERE.has(status);
}
