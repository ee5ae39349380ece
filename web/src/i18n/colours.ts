/** Words for colours follow the palette: in the one for eyes that tell red and green badly, red is drawn as orange. */

import type { Language } from './i18n.svelte';

/** By language, what stands for red in each form in which the messages have it. */
const ORANGE: Record<Language, Record<string, string>> = {
  en: { red: 'orange' },
  de: {
    rot: 'orange',
    rote: 'orangefarbene',
    roter: 'orangefarbener',
    roten: 'orangefarbenen',
    rotem: 'orangefarbenem',
    rotes: 'orangefarbenes',
  },
  fr: { rouge: 'orange', rouges: 'orange' },
  it: { rosso: 'arancione', rossa: 'arancione', rossi: 'arancioni', rosse: 'arancioni' },
};

/** What the word before becomes, since orange begins with a vowel. */
const JOINED: Record<Language, [RegExp, string][]> = {
  en: [[/\b(a) (?=orange\b)/gi, '$1n ']],
  de: [],
  fr: [[/\b([ld])[ea] (?=orange\b)/gi, '$1’']],
  it: [
    [/\b(de|da|a|su|ne)l (?=arancion)/gi, '$1ll’'],
    [/\b(?:il|lo|la) (?=arancion)/gi, 'l’'],
  ],
};

/** A message with orange for red. The names of choices inside it (`red {…}`) stay. */
export function withOrange(text: string, language: Language): string {
  const forms = ORANGE[language];
  const word = new RegExp(`\\b(${Object.keys(forms).join('|')})\\b(?!\\s*\\{)`, 'gi');
  return text.replace(word, (found) => {
    const other = forms[found.toLowerCase()]!;
    return found[0] === found[0]!.toLowerCase() ? other : other[0]!.toUpperCase() + other.slice(1);
  });
}

/** The same once it is filled in: articles fit what follows. */
export function joined(text: string, language: Language): string {
  return JOINED[language].reduce((now, [before, after]) => now.replace(before, after), text);
}
