/** How devices and people are called. */

import { day, t } from '../../i18n';
import type { Device, Somebody } from '../../protocol';

const DAY_MS = 86_400_000;
/** What was not used for so long may be forgotten, or lost. */
export const LONG_MS = 30 * DAY_MS;

export function deviceName(name: string): string {
  return name || t('devices.nameless');
}

/** When a device was used last. */
export function used({ seen }: Pick<Device, 'seen'>, now: number = Date.now()): string {
  if (new Date(seen).toDateString() === new Date(now).toDateString()) return t('devices.used.today');
  return t(now - seen > LONG_MS ? 'devices.used.not' : 'devices.used.on', { when: day(seen) });
}

export function personName({ name }: Pick<Somebody, 'name'>): string {
  return name ?? t('devices.arrive.nameless');
}
