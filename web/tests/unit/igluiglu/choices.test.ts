import { describe, expect, it } from 'vitest';
import { firstChoice, NOTHING, offers, pickCell } from '../../../src/games/igluiglu/model/choices';
import type { Choice } from '../../../src/games/igluiglu/model/choices';
import { RECORDED } from './frames';
import { meant, meantByTile } from '../../../src/games/igluiglu/model/meaning';
import { destination, parse } from '../../../src/games/igluiglu/model/notation';
import { viewOf, CELLS, HAND_TILES } from '../../../src/games/igluiglu/model/view';
import type { View } from '../../../src/games/igluiglu/model/view';

interface Path {
  action: string;
  picks: string[];
}

/** Every way of picking on from a choice, each pick followed to its end. */
function paths(view: View, legal: string[], chosen: Choice, picks: string[] = [], seen: Choice[] = []): Path[] {
  const { cells, tiles, buttons } = offers(view, legal, chosen);
  const next: { pick: string; action: string | null; then: Choice | null }[] = [
    // A walk of several steps is more than its first action.
    ...[...cells].filter(([, { further }]) => !further).map(([cell, offer]) => ({ pick: cell, ...offer })),
    ...[...tiles].map(([tile, then]) => ({ pick: tile as string, action: null, then })),
    ...buttons.map((button) => ({ pick: `button ${button.key}`, action: button.action, then: button.then })),
  ];
  return next.flatMap(({ pick, action, then }) => {
    if (action) return [{ action, picks: [...picks, pick] }];
    if (!then || seen.some((before) => JSON.stringify(before) === JSON.stringify(then))) return [];
    return paths(view, legal, then, [...picks, pick], [...seen, chosen, then]);
  });
}

/** A harpoon may be taken from the hand first, or the prey be pointed at first: two doors to the same action. */
function door(path: Path): string {
  return path.picks[0] === 'harpoon' ? 'hand' : 'board';
}

function shortestOf(found: Path[]): Path[] {
  const length = Math.min(...found.map((path) => path.picks.length));
  return found.filter((path) => path.picks.length === length);
}

const running = RECORDED.filter(({ position }) => position.legal.length > 0);

describe('the offers of recorded positions', () => {
  it('are of every phase and every kind of action', () => {
    const phases = new Set(RECORDED.map(({ position }) => viewOf(position.view).phase));
    expect([...phases].sort()).toEqual(['act', 'drift', 'flee', 'flip', 'herd', 'over', 'place', 'shove', 'spear']);
    const kinds = new Set(running.flatMap(({ position }) => position.legal.map((action) => parse(action)?.kind)));
    expect(kinds.size).toBe(17);
  });

  it.each(running.map((one) => [one.name, one] as const))('reach every action by exactly one way: %s', (_, one) => {
    const view = viewOf(one.position.view);
    const { legal } = one.position;
    const found = paths(view, legal, firstChoice(view, legal));
    for (const action of legal) {
      const ways = found.filter((path) => path.action === action);
      expect(ways.length, action).toBeGreaterThan(0);
      for (const side of ['board', 'hand']) {
        const here = ways.filter((path) => door(path) === side);
        if (here.length) expect(shortestOf(here).length, `${action} by the ${side}`).toBe(1);
      }
    }
    for (const { action } of found) expect(legal).toContain(action);
  });

  it.each(running.map((one) => [one.name, one] as const))('never offer two things under one pick: %s', (_, one) => {
    const view = viewOf(one.position.view);
    const { legal } = one.position;
    const found = new Map<string, string>();
    for (const { picks, action } of paths(view, legal, firstChoice(view, legal))) {
      expect(found.get(picks.join()) ?? action).toBe(action);
      found.set(picks.join(), action);
    }
  });

  it('of walks lead where they say, step by step, for what they cost', () => {
    let far = 0;
    for (const { position } of running) {
      const view = viewOf(position.view);
      if (view.phase !== 'act') continue;
      for (const [from, { then }] of offers(view, position.legal, NOTHING).cells) {
        if (!then) continue;
        for (const [cell, { action, further, price }] of offers(view, position.legal, then).cells) {
          if (!further) continue;
          far++;
          const steps = [action!, ...further].map((text) => parse(text)!);
          expect(steps.map(({ kind }) => kind)).toEqual(steps.map(() => 'walk'));
          expect(position.legal).toContain(action);
          expect(steps.reduce((at, step) => ('cell' in step && step.cell === at ? destination(step)! : ''), from)).toBe(
            cell,
          );
          expect(price).toEqual({ points: steps.length, harpoon: false });
          expect(steps.length).toBeLessThanOrEqual(view.points);
        }
        for (const offer of offers(view, position.legal, then, false).cells.values())
          expect(offer.further).toBeUndefined();
      }
    }
    expect(far).toBeGreaterThan(50);
  });

  it('are none where nothing is legal', () => {
    const view = viewOf(running[0]!.position.view);
    const { cells, tiles, buttons } = offers(view, [], NOTHING);
    expect([cells.size, tiles.size, buttons.length]).toEqual([0, 0, 0]);
  });
});

describe('what cannot be picked', () => {
  it.each(running.map((one) => [one.name, one] as const))('asks about a well-formed action: %s', (_, one) => {
    const view = viewOf(one.position.view);
    const { legal } = one.position;
    const choices = [firstChoice(view, legal), ...[...offers(view, legal, NOTHING).tiles.values()]];
    for (const chosen of choices) {
      for (const cell of CELLS) {
        if (pickCell(view, legal, chosen, cell)) continue;
        const asked = meant(view, chosen, cell);
        if (asked === null) continue;
        expect(parse(asked), asked).not.toBeNull();
        expect(legal).not.toContain(asked);
      }
    }
  });

  it.each(HAND_TILES)('a tile that cannot be played asks too: %s', (tile) => {
    for (const { position } of running) {
      const view = viewOf(position.view);
      if (offers(view, position.legal, NOTHING).tiles.has(tile)) continue;
      const asked = meantByTile(view, tile);
      expect(parse(asked), asked).not.toBeNull();
      expect(position.legal).not.toContain(asked);
    }
  });
});
