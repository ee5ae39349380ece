import { describe, expect, it } from 'vitest';
import { RECORDED } from './frames';
import { leaders, middle, paying, payments, tints } from '../../../src/games/igluiglu/model/scores';
import { scoresOf } from '../../../src/games/igluiglu/model/view';
import type { Island } from '../../../src/games/igluiglu/model/view';

const island = (parts: Partial<Island>): Island => ({
  cells: ['c3'],
  value: 1,
  strengths: {},
  points: {},
  why: {},
  ...parts,
});

describe('the count as it is drawn', () => {
  it('tints an island by all who are strongest', () => {
    const tied = island({ cells: ['c3', 'c4'], why: { r: 'leads', b: 'second', y: 'leads' } });
    expect(leaders(tied)).toEqual(['r', 'y']);
    expect(tints({ scores: {}, islands: [tied, island({ cells: ['h4'] })] })).toEqual(
      new Map([
        ['c3', ['r', 'y']],
        ['c4', ['r', 'y']],
      ]),
    );
  });

  it('puts the numbers on a tile of the island', () => {
    expect(middle(island({ cells: ['a2', 'a3', 'a4', 'b4', 'c4'] }))).toBe('a3');
    for (const { position } of RECORDED) {
      for (const one of scoresOf(position)!.islands) expect(one.cells).toContain(middle(one));
    }
  });

  it('pays what the totals say', () => {
    for (const { position } of RECORDED) {
      const scores = scoresOf(position)!;
      for (const [colour, total] of Object.entries(scores.scores)) {
        const paid = paying(scores)
          .flatMap(payments)
          .filter(([to]) => to === colour);
        expect(paid.reduce((sum, [, points]) => sum + points, 0)).toBe(total.islands);
      }
    }
  });
});
