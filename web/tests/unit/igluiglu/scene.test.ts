import { describe, expect, it } from 'vitest';
import { RECORDED } from './frames';
import { after, EMPTY, sceneOf } from '../../../src/games/igluiglu/board/scene';
import type { Scene } from '../../../src/games/igluiglu/board/scene';
import { viewOf } from '../../../src/games/igluiglu/model/view';

function summary(scene: Scene): string[] {
  const tiles = scene.tiles.map(({ cell, up }) => `${cell} ${up ? 'glacier' : 'ice'}`);
  const figures = scene.figures
    .filter((figure) => !figure.adrift)
    .map(({ kind, colour, value, cell }) => `${cell} ${kind} ${colour ?? value}`);
  return [...tiles, ...figures].sort();
}

describe('a scene', () => {
  it.each(RECORDED.map((one) => [one.name, one] as const))('shows what the view holds: %s', (_, one) => {
    const view = viewOf(one.position.view);
    const scene = sceneOf(view);
    const cells = Object.entries(view.cells);
    expect(scene.tiles.length).toBe(cells.filter(([, content]) => content.ice).length);
    const inuit = scene.figures.filter((figure) => figure.kind === 'inuit');
    expect(inuit.length).toBe(cells.map(([, content]) => content.inuit ?? '').join('').length);
    expect(new Set([...scene.tiles, ...scene.figures].map(({ id }) => id)).size).toBe(
      scene.tiles.length + scene.figures.length,
    );
  });

  it('keeps who they are when nothing changes', () => {
    const view = viewOf(RECORDED[5]!.position.view);
    const first = sceneOf(view);
    expect(sceneOf(view, first)).toEqual(first);
  });

  it('takes whatever stood elsewhere for moved', () => {
    const view = viewOf(structuredClone(RECORDED[5]!.position.view));
    const first = sceneOf(view);
    const inuit = first.figures.find((figure) => figure.kind === 'inuit')!;
    const there = view.cells[inuit.cell]!;
    view.cells['a1'] = { inuit: inuit.colour! };
    there.inuit = there.inuit!.replace(inuit.colour!, '');
    const second = sceneOf(view, first);
    expect(second.figures.find(({ cell }) => cell === 'a1')!.id).toBe(inuit.id);
    expect(second.next).toBe(first.next);
  });

  it('is moved by facts', () => {
    const start: Scene = {
      ...EMPTY,
      next: 10,
      tiles: [
        { id: 1, cell: 'c3', up: false },
        { id: 2, cell: 'c4', up: false },
        { id: 3, cell: 'b3', up: false },
      ],
      figures: [
        { id: 4, kind: 'inuit', colour: 'r', value: 0, cell: 'c3' },
        { id: 5, kind: 'fox', colour: null, value: 2, cell: 'c4' },
        { id: 6, kind: 'bear', colour: null, value: 4, cell: 'c5' },
        { id: 7, kind: 'fish', colour: null, value: 1, cell: 'd5' },
      ],
    };
    const facts = [
      { key: 'shoved', values: { animal: 'bear', from: 'c5', to: 'd5' } },
      { key: 'eaten', values: { cell: 'd5', animals: ['f1'] } },
      { key: 'drifted', values: { cells: ['c3', 'c4'], direction: 'n', onto: 'c5' } },
      { key: 'walked', values: { colour: 'r', from: 'c4', to: 'c5' } },
      { key: 'hunted', values: { seat: 0, cell: 'c5', animal: 'x2', points: 2 } },
      { key: 'melted', values: { seat: 0, cell: 'c5', lost: [], fleeing: 'r' } },
      { key: 'fled', values: { colour: 'r', corner: 'h8' } },
      { key: 'flipped', values: { seat: 0, cell: 'b3', kind: 'fish2' } },
      { key: 'fish_came', values: { cell: 'b3', values: [1, 3] } },
    ];
    expect(summary(facts.reduce(after, start))).toEqual([
      'b3 fish 1',
      'b3 fish 3',
      'c4 ice',
      'd5 bear 4',
      'h8 inuit r',
    ]);
  });

  it('leaves those without ground where they were, until they have a corner', () => {
    const one = RECORDED.find(
      ({ name, happened }) => name.includes('flee') && happened[0]?.facts[0]?.key === 'melted',
    )!;
    const view = viewOf(one.position.view);
    const { cell, fleeing } = one.happened[0]!.facts[0]!.values as { cell: string; fleeing: string };
    const before = structuredClone(view);
    before.cells[cell] = { ice: 'down', inuit: fleeing };
    const scene = sceneOf(view, one.happened[0]!.facts.reduce(after, sceneOf(before)));
    const adrift = scene.figures.filter((figure) => figure.adrift);
    expect(adrift.map(({ colour }) => colour).join('')).toBe(view.pending!.queue);
    expect(adrift.every((figure) => figure.cell === cell)).toBe(true);
  });
});
