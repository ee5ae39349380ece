/** What was agreed on at a table, in a few words: for lists, and for those who think about joining. */

import { manifestOf } from '../games';
import { t } from '../i18n';
import type { Clock, GameInfo, TableSettings } from '../protocol';
import { chosenRules } from './newtable/draft';
import { choiceLabel, optionLabel } from './ruleWords';

export function clockText(clock: Clock | null | undefined): string {
  if (!clock) return t('frame.clock.none');
  if (clock.type === 'days') return t('people.game.clock.days', { time: t('frame.clock.n_days', { n: clock.days }) });
  const { seconds, increment = 0 } = clock;
  const time =
    seconds < 60 ? t('frame.clock.n_seconds', { n: seconds }) : t('frame.clock.n_minutes', { n: seconds / 60 });
  if (!increment) return t('people.game.clock.live', { time });
  return t('people.game.clock.increment', { time, seconds: t('frame.clock.n_seconds', { n: increment }) });
}

/** The rules that are not the usual ones. */
export function unusualRules(game: GameInfo, settings: TableSettings): string[] {
  const rules = settings.rules ?? {};
  const unseen = settings.previews === false && manifestOf(game.name).previews;
  return [
    ...chosenRules(game, rules).map(
      (option) => `${optionLabel(game.name, option)}: ${choiceLabel(game.name, option, rules[option.name])}`,
    ),
    ...(unseen ? [t(`${game.name}.previews.off`)] : []),
    ...(settings.swap ? [t('people.game.swap')] : []),
  ];
}
