import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, language, languageFromBrowser, listed, setLanguage, subjectOf, t } from '../../src/i18n';

const FILES = import.meta.glob<Record<string, string>>(['../../src/i18n/*/*.json', '../../src/games/*/i18n/*/*.json'], {
  eager: true,
  import: 'default',
});
const SOURCES = import.meta.glob<string>('../../src/**/*.{ts,svelte}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** All messages of a language by their full keys. */
function messages(wanted: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const [path, file] of Object.entries(FILES)) {
    const [language, subject] = subjectOf(path);
    if (language !== wanted) continue;
    for (const [key, text] of Object.entries(file)) all.set(`${subject}.${key}`, text);
  }
  return all;
}

/** What a message wants to be given, and the cases it tells apart by name. */
function placeholders(elements: MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.add(element.value);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const [name, option] of Object.entries(element.options)) {
        if (element.type === TYPE.select) found.add(`${element.value}=${name}`);
        placeholders(option.value, found);
      }
    } else if (element.type === TYPE.tag) placeholders(element.children, found);
  }
  return found;
}

const read = (text: string) => placeholders(parse(text, { ignoreTag: true }));
const english = messages('en');

describe.each(LANGUAGES.filter((other) => other !== 'en'))('%s', (other) => {
  const there = messages(other);

  test('has the same messages as English', () => {
    expect([...there.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('has the same placeholders as English', () => {
    for (const [key, text] of there) {
      expect([key, ...[...read(text)].sort()]).toEqual([key, ...[...read(english.get(key)!)].sort()]);
    }
  });
});

test('no message is empty', () => {
  for (const wanted of LANGUAGES)
    for (const [key, text] of messages(wanted)) expect(text.trim(), `${wanted} ${key}`).not.toBe('');
});

/** All words of a message that stand there as they are. */
function literals(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return Object.values(element.options).flatMap((option) => literals(option.value));
    return element.type === TYPE.tag ? literals(element.children) : [];
  });
}

test('no number is left unsaid: inside a choice a # stands for itself', () => {
  for (const wanted of LANGUAGES)
    for (const [key, text] of messages(wanted))
      expect(literals(parse(text, { ignoreTag: true })).join(' '), `${wanted} ${key}`).not.toContain('#');
});

test('every message that the code names is there', () => {
  const missing: string[] = [];
  for (const [path, source] of Object.entries(SOURCES)) {
    for (const [, key] of source.matchAll(/\bt\(\s*'([^']+)'/g))
      if (!english.has(key!)) missing.push(`${path}: ${key}`);
  }
  expect(missing.filter((line) => !line.includes('/i18n.svelte.ts'))).toEqual([]);
});

test('the language is chosen from what the browser asks for', () => {
  expect(languageFromBrowser(['nl', 'de-CH', 'en'])).toBe('de');
  expect(languageFromBrowser(['nl', 'pt-BR'])).toBe('en');
});

test('texts follow the language', async () => {
  await setLanguage('fr');
  expect(language()).toBe('fr');
  expect(document.documentElement.lang).toBe('fr');
  expect(listed(['a', 'b', 'c'])).toBe('a, b et c');
  await setLanguage('en');
  expect(listed(['a', 'b', 'c'])).toBe('a, b, and c');
  expect(t('frame.app.name')).toBe('Floe');
});
