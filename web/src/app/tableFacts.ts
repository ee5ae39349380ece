/** What was agreed on at a table, in a few words: for lists, and for those who think about joining. */

import { manifestOf } from '../games';
import type { Colour } from '../games/game';
import { maybe, t } from '../i18n';
import type { Clock, GameInfo, TableSettings } from '../protocol';
import { chosenRules } from './newtable/draft';
import { colourName } from './people';
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

/** Who has what ahead at the start. */
function handicapTexts(game: GameInfo, { handicap, seats, colours }: TableSettings): string[] {
  if (!handicap) return [];
  const colour = (colours ?? game.colours[seats.length] ?? [])[handicap.seat] as Colour | undefined;
  const who = colour ? colourName(colour) : String(handicap.seat + 1);
  return [t('people.game.handicap', { who, ahead: handicapName(game, handicap.ahead) })];
}

/** What a seat can have ahead, in words. */
export function handicapName(game: Pick<GameInfo, 'name'>, ahead: string): string {
  return maybe(`${game.name}.handicap.${ahead}`) ?? ahead;
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
    ...handicapTexts(game, settings),
    ...(settings.swap ? [t('people.game.swap')] : []),
  ];
}
