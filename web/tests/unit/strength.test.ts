import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GAMES } from '../../src/games';
import { ELO } from '../../src/games/strength';

/** Tests are run in web/. */
const PAGE = readFileSync('../docs/strength.md', 'utf8');

test.each(GAMES.map(({ name, title }) => ({ name, title })))(
  '$title: strengths are those measured',
  ({ name, title }) => {
    const table = PAGE.split(`| ${title}, `)[1]!.split('\n\n')[0]!;
    const gaps = [...table.matchAll(/^\| `(\w+)` \| [^|]+ \| (\d+) \(/gm)].reverse();
    let elo = 0;
    const measured = gaps.map(([, level, gap]) => [level, (elo += Number(gap))]);
    expect(ELO[name]).toEqual(Object.fromEntries(measured));
  },
);
