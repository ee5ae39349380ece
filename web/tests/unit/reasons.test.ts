import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reasonsText } from '../../src/app/reasons';
import { loadGame } from '../../src/games';
import { LANGUAGES, setLanguage } from '../../src/i18n';

/** Tests are run in web/. */
const PAGE = readFileSync('../docs/facts.md', 'utf8');

/** A value of each kind that the page names. */
const EXAMPLES: Record<string, unknown> = {
  'home or tower': 'tower',
  seat: 1,
  direction: 'n',
  number: 2,
  action: 'end',
  percent: 61,
  'list of animal': ['f1', 'f1', 'bear'],
  'list of cell': ['c3', 'c4'],
  cell: 'c3',
  share: 'alone',
  Inuit: 'rrb',
  'change by colour': { r: 3, b: -1 },
  change: -2,
  'true or false': true,
};

/** The reasons or refutations of a game as the page lists them, each with example values. */
function listed(what: 'reasons' | 'refutations', title: string) {
  const part = PAGE.split(`<!-- ${what} ${title} -->`)[1]!.split('<!--')[0]!;
  return [...part.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, key, values]) => ({
    key: key!,
    values: Object.fromEntries(
      values!
        .split('; ')
        .filter(Boolean)
        .map((value) => {
          const [, name, kind] = /^`(\w+)`: (.*)$/.exec(value)!;
          expect(EXAMPLES, `${key}: ${kind}`).toHaveProperty([kind!]);
          return [name!, EXAMPLES[kind!]];
        }),
    ),
  }));
}

const GAMES = [
  { name: 'icecult', title: 'ICE CULT' },
  { name: 'igluiglu', title: 'IGLU IGLU' },
];

describe.each(GAMES)('$title', (game) => {
  test.each(LANGUAGES)('every reason and every refutation has words in %s', async (language) => {
    await setLanguage(language);
    const ui = await loadGame(game);
    const people = { colours: ['r', 'b'] as ('r' | 'b')[], names: ['Ada', 'Bo'], me: 0 };
    const [reasons, refutations] = [listed('reasons', game.title), listed('refutations', game.title)];
    expect(reasons.length).toBeGreaterThan(8);
    expect(refutations.length).toBeGreaterThan(2);
    for (const reason of [...reasons, ...refutations]) {
      const text = reasonsText([reason], ui, people);
      expect(text).toMatch(/\.$/);
      expect(text).not.toMatch(/[{}]|undefined|NaN/);
    }
    await setLanguage('en');
  });
});

test('only the most telling reasons are told', async () => {
  await setLanguage('en');
  const ui = await loadGame(GAMES[0]!);
  const reason = (pawns: number) => ({ key: 'brings_home', values: { pawns } });
  const text = reasonsText([1, 2, 3, 4].map(reason), ui, { colours: [], names: [], me: null });
  expect(text).toBe('It brings 1 pawn home. It brings 2 pawns home. It brings 3 pawns home.');
});
