/** Clocks tick here between two messages, from what the server said last. */

import type { ClockFace } from '../protocol';

/** What is left now, if a face was told so many milliseconds ago. */
export function leftNow(face: ClockFace, agoMs: number): number {
  return face.running ? Math.max(0, face.left - Math.max(0, agoMs - (face.held ?? 0))) : face.left;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Under this a clock shows tenths and is marked as running out. */
export const SHORT_MS = 20 * SECOND;

/** As a clock shows it: 4:05, 1:02:03, or 9.4 when little is left. Whole days are for words, so they are null here. */
export function clockText(left: number): string | null {
  if (left >= DAY) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  if (left < SHORT_MS) return `${Math.floor(left / SECOND)}.${Math.floor((left % SECOND) / 100)}`;
  const hours = Math.floor(left / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  const seconds = Math.floor((left % MINUTE) / SECOND);
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export function daysAndHours(left: number): { days: number; hours: number } {
  return { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) };
}

/** How long until what a clock shows changes: so that it ticks no oftener than it must. */
export function untilNextTick(left: number): number {
  const step = left < SHORT_MS ? 100 : SECOND;
  return (left % step) + 1;
}
