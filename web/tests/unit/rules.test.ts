/** The rules as a page: the goal first, found by what people type, every number a link. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../../src/app/api';
import { ruleBody, ruleLink, ruleName, search } from '../../src/app/rules/rules';
import Rules from '../../src/app/rules/Rules.svelte';
import { icecult } from '../../src/games/icecult/ui';
import { igluiglu } from '../../src/games/igluiglu/ui';
import { setLanguage } from '../../src/i18n';
import { references } from '../../src/ui/markdown';
import { outsideGame } from './making';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const RULES = [
  { number: 'IC-15', text: '### IC-15 Stack\n\nA space is *never* full (IC-16).' },
  { number: 'IC-16', text: '### IC-16 Huckepack\n\nTräger nehmen l’autre mit.\n\n**Ruling:** see IC-15 and IC-21.' },
];

test('a rule is taken apart into its name and what stands below', () => {
  expect(RULES.map(ruleName)).toEqual(['Stack', 'Huckepack']);
  expect(ruleBody(RULES[0]!)).toBe('A space is *never* full (IC-16).');
  expect(ruleLink('icecult', 'IC-16')).toBe('/rules/icecult#IC-16');
});

test('it is found by number, by parts of words, without accents, case and emphasis', () => {
  const found = (typed: string) => search(RULES, typed).map(({ number }) => number);
  expect(found('')).toEqual(['IC-15', 'IC-16']);
  expect(found('ic-15')).toEqual(['IC-15', 'IC-16']);
  expect(found('NEVER full')).toEqual(['IC-15']);
  expect(found('trager')).toEqual(['IC-16']);
  expect(found("l'autre")).toEqual(['IC-16']);
  expect(found('full trager')).toEqual([]);
});

test('numbers of rules in a text are told from its words', () => {
  expect(references('see IC-15 and II-2.')).toEqual(['see ', 'IC-15', ' and ', 'II-2', '.']);
  expect(references('nothing')).toEqual(['nothing']);
});

describe('the page', () => {
  async function open() {
    const info = {
      version: '1',
      protocol: 1,
      games: [outsideGame({ name: 'icecult', title: 'ICE CULT', board: true })],
      docs: false,
    };
    vi.spyOn(api, 'server').mockResolvedValue(info);
    vi.spyOn(api, 'rules').mockResolvedValue(RULES);
    const page = render(Rules, { props: { game: 'icecult' } });
    await screen.findByRole('heading', { name: 'The goal' });
    return page;
  }

  test('begins with the goal, and every number leads to its rule', async () => {
    const { container } = await open();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent!.trim());
    expect(headings).toEqual(['The goal', 'IC-15 Stack', 'IC-16 Huckepack']);
    const article = container.querySelector('#IC-16')!;
    expect([...article.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual(
      ['IC-16', 'IC-15', 'IC-21'].map((number) => `/rules/icecult#${number}`),
    );
    expect(article.querySelector('.figure svg')).not.toBeNull();
  });

  test('shows what is searched for, and says how much that is', async () => {
    const { container } = await open();
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'never' } });
    expect([...container.querySelectorAll('article')].map(({ id }) => id)).toEqual(['IC-15']);
    expect(screen.getByRole('status').textContent).toBe('1 rule');
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'xyzzy' } });
    expect(screen.getByRole('status').textContent).toBe('No rule says that.');
  });
});

test('the main rules of both games have a picture', () => {
  const drawn = (Figure: NonNullable<typeof icecult.Figure>, rule: string) => {
    const { container } = render(Figure, { props: { rule } });
    const pictured = container.querySelector('svg') !== null;
    cleanup();
    return pictured;
  };
  const ice = [1, 2, 3, 5, 6, 10, 13, 15, 16, 17, 18, 20, 21].map((n) => `IC-${n}`);
  const iglu = [1, 3, 4, 5, 6, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 28].map((n) => `II-${n}`);
  expect(ice.filter((rule) => !drawn(icecult.Figure!, rule))).toEqual([]);
  expect(iglu.filter((rule) => !drawn(igluiglu.Figure!, rule))).toEqual([]);
  expect(drawn(icecult.Figure!, 'IC-99')).toBe(false);
});
