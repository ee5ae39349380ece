/** The rules of a game: asked for once a language, taken apart, and searched. */

import type { Rule } from '../../protocol';
import { api } from '../api';
import { link } from '../router.svelte';

const cache = new Map<string, Promise<Rule[]>>();

export function rulesOf(game: string, language: string): Promise<Rule[]> {
  const key = `${game}/${language}`;
  let rules = cache.get(key);
  if (!rules) {
    rules = api.rules(game, language);
    rules.catch(() => cache.delete(key));
    cache.set(key, rules);
  }
  return rules;
}

const HEADING = /^#+ [A-Z]+-\d+ (.*)$/m;

/** What the heading says besides the number. */
export function ruleName({ text }: Rule): string {
  return HEADING.exec(text)?.[1] ?? '';
}

/** What stands below the heading. */
export function ruleBody({ text }: Rule): string {
  return text.replace(HEADING, '').trim();
}

/** The address of a rule on the page of its game. */
export function ruleLink(game: string, number: string | null): string {
  return link(`/rules/${game}${number ? `#${number}` : ''}`);
}

/** As people type: without accents, case and marks of emphasis. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f*`]/g, '')
    .replace(/’/g, "'")
    .toLowerCase();
}

/** The rules in which every word that was typed occurs; a number finds its rule. */
export function search(rules: readonly Rule[], typed: string): readonly Rule[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = folded(rule.text);
    return words.every((word) => text.includes(word));
  });
}
