import { expect, test } from 'vitest';
import { BUBBLE_MS, isNews, PHRASES, saidText } from '../../src/app/table/phrases';
import { LANGUAGES, setLanguage } from '../../src/i18n';
import { REACTIONS } from '../../src/ui/Reaction.svelte';

test('everybody reads a phrase in their own language, and a line as it was written', async () => {
  const heard = { phrase: 'good_luck' as const, text: 'Good luck!' };
  const told: string[] = [];
  for (const language of LANGUAGES) {
    await setLanguage(language);
    told.push(saidText(heard));
    expect(saidText({ phrase: null, text: 'Good luck!' })).toBe('Good luck!');
  }
  expect(told).toEqual(['Good luck!', 'Viel Glück!', 'Bonne chance\u202f!', 'Buona fortuna!']);
  await setLanguage('en');
});

test('no phrase is a reaction, and none is there twice', () => {
  const all = [...PHRASES, ...REACTIONS];
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(18);
});

test('only what was said just now is news', () => {
  expect(isNews({ at: 1000 }, 1000 + BUBBLE_MS - 1)).toBe(true);
  expect(isNews({ at: 1000 }, 1000 + BUBBLE_MS)).toBe(false);
});
