/** Rule options in words: the game's own, or of a game without any here the option's name and the server's English. */

import { maybe } from '../i18n';
import type { RuleOption } from '../protocol';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function optionLabel(game: string, { name }: RuleOption): string {
  return maybe(`${game}.option.${name}`) ?? capital(name.replaceAll('_', ' '));
}

export function optionHelp(game: string, { name, text }: RuleOption): string {
  return maybe(`${game}.option.${name}.help`) ?? (text && `${capital(text)}.`);
}

/** What an option may be; an object of one's own goes by the words for that. */
export function choiceLabel(game: string, { name }: RuleOption, value: unknown): string {
  if (typeof value === 'number') return String(value);
  const choice = typeof value === 'string' ? value.replaceAll(' ', '_') : 'own';
  return maybe(`${game}.option.${name}.${choice}`) ?? (typeof value === 'string' ? value : '…');
}
