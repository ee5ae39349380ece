/**
 * Words in the person's language: t('frame.new.seat', { n: 2 }).
 *
 * The messages are in ICU form, a flat object a file. A key is the file's subject, a dot and the key in the file:
 *
 *   i18n/{language}/{subject}.json                 {subject}
 *   games/{game}/i18n/{language}/texts.json        {game}
 *   games/{game}/i18n/{language}/{more}.json       {game}-{more}: loaded where it is used, with `loadSubject`
 *
 * Texts change by themselves where the language is switched, since t() reads reactive state.
 */

import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';
import { untrack } from 'svelte';
import { joined, withOrange } from './colours';

export const LANGUAGES = ['en', 'de', 'fr', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Record<string, unknown>;

type Messages = Record<string, string>;
const FILES = import.meta.glob<Messages>(['./*/*.json', '../games/*/i18n/*/*.json'], { import: 'default' });

let chosen = $state<Language>('en');
let messages = $state.raw<ReadonlyMap<string, string>>(new Map());
const formats = new Map<string, IntlMessageFormat>();
const subjects = new Set<string>();
/** Whether red is drawn as orange, and has to be called so. */
let orange = $state(false);

/** The language and the subject of a file. */
export function subjectOf(path: string): [language: string, subject: string] {
  const [, game, folder, file] = /(?:games\/([^/]+)\/i18n\/)?([^/]+)\/([^/]+)\.json$/.exec(path)!;
  return [folder!, game ? (file === 'texts' ? game : `${game}-${file}`) : file!];
}

function isAlwaysLoaded(subject: string): boolean {
  return !subject.includes('-');
}

/** The best of our languages for what the browser asks for. */
export function languageFromBrowser(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}

export function language(): Language {
  return chosen;
}

/** Let the words for colours follow the palette. */
export function setPalette(palette: string): void {
  if ((palette === 'distinct') === untrack(() => orange)) return;
  orange = palette === 'distinct';
  formats.clear();
}

export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = await load(wanted, (subject) => isAlwaysLoaded(subject) || subjects.has(subject));
  formats.clear();
  messages = new Map(loaded);
  chosen = wanted;
  document.documentElement.lang = wanted;
}

/** Load the messages of a subject that is not always there, in the current language. */
export async function loadSubject(subject: string): Promise<void> {
  if (subjects.has(subject)) return;
  subjects.add(subject);
  const loaded = await load(chosen, (name) => name === subject);
  messages = new Map([...messages, ...loaded]);
}

async function load(wanted: Language, takes: (subject: string) => boolean): Promise<[string, string][]> {
  const parts = Object.entries(FILES).map(async ([path, file]) => {
    const [language, subject] = subjectOf(path);
    if (language !== wanted || !takes(subject)) return [];
    return Object.entries(await file()).map(([key, text]): [string, string] => [`${subject}.${key}`, text]);
  });
  return (await Promise.all(parts)).flat();
}

export function has(key: string): boolean {
  return messages.has(key);
}

/** A message in the current language. A key without a message is a fault, and shows itself. */
export function t(key: string, values: Values = {}): string {
  const text = messages.get(key);
  if (text === undefined) {
    if (messages.size) console.error(`no message ${key} in ${chosen}`);
    return key;
  }
  const formatted = filled(key, text, values);
  if (formatted === null) console.error(`message ${key} in ${chosen} lacks a value: ${JSON.stringify(values)}`);
  return formatted ?? text;
}

/** A message that may not be there, or for which not all values may be there: then null. */
export function maybe(key: string, values: Values = {}): string | null {
  const text = messages.get(key);
  return text === undefined ? null : filled(key, text, values);
}

function filled(key: string, text: string, values: Values): string | null {
  try {
    let format = formats.get(key);
    if (!format) {
      const words = orange ? withOrange(text, chosen) : text;
      formats.set(key, (format = new IntlMessageFormat(words, chosen, undefined, { ignoreTag: true })));
    }
    const said = String(format.format(values as Record<string, PrimitiveType>));
    return orange ? joined(said, chosen) : said;
  } catch {
    return null;
  }
}

/** "a, b and c". */
export function listed(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(chosen, { type }).format(items);
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(chosen, options).format(value);
}

/** A moment: the time alone if it is of today, else the date too. */
export function when(at: number, now: number = Date.now()): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(
    chosen,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at);
}

/** A day. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(chosen, { dateStyle: 'medium' }).format(at);
}

/** A moment to come: the time alone if it is of today, with the weekday within six days, else with the date. */
export function until(at: number, now: number = Date.now()): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  const soon = at - now < 6 * 86_400_000;
  const day = today ? {} : soon ? ({ weekday: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(chosen, { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}
