/** When an exercise comes back, in words. */

import { language, t } from '../../i18n';

const DAY_MS = 86_400_000;

/** In days, by the calendar: "tomorrow", "in 3 days"; of what is due already, "today". */
export function dueText(due: Date, now = new Date()): string {
  const midnight = (when: Date) => new Date(when.getFullYear(), when.getMonth(), when.getDate()).getTime();
  const days = Math.max(0, Math.round((midnight(due) - midnight(now)) / DAY_MS));
  if (days === 0) return t('mistakes.today');
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return days < 45 ? format.format(days, 'day') : format.format(Math.round(days / 30), 'month');
}
