/** What happened, in signs: the pieces of a line of the log, from left to right. */

import type { Fact } from '../../../protocol';
import type { Colour, People } from '../../game';
import type { SignName } from '../art/signs';
import type { Told } from '../facts';
import type { Animal } from '../model/view';
import { race } from './words';

export type Piece = { sign: SignName; colour?: Colour; loud?: boolean } | { word: string };

const animals = (some: readonly Animal[]): Piece[] => some.map((animal) => ({ sign: race(animal).race }));
const word = (text: string | number): Piece => ({ word: String(text) });

/** The sign of a tile that was flipped. */
export function tileSign(kind: string): SignName {
  const name = kind.replace(/\d$/, '');
  return (name === 'energy' ? 'sun' : name) as SignName;
}

const SIGNS: { [Key in keyof Told]: (values: Told[Key], people: People) => Piece[] } = {
  placed: ({ colour, cell }) => [{ sign: 'inuit', colour }, word(cell)],
  flipped: ({ cell, kind }) => (kind ? [{ sign: 'flip' }, word(cell), { sign: tileSign(kind), loud: true }] : []),
  // Whoever saw the tile has been shown it by `flipped`.
  kept: ({ cell, tile }) => (tile ? [] : [{ sign: 'flip' }, word(cell), { sign: 'hand' }]),
  fish_came: ({ values }) => (values.length ? [word(values.join(' '))] : []),
  bear_came: () => [],
  glacier: ({ fox }) => (fox ? [{ sign: 'fox' }, word(fox)] : []),
  none_left: () => [],
  drift_came: () => [],
  drift_failed: () => [],
  drifted: ({ cells, onto }) => [{ sign: 'drift' }, word(`${cells[0]} → ${onto}`)],
  push_waits: () => [],
  shoved: ({ animal, to }) => [...animals([animal]), word(to)],
  eaten: ({ animals: eaten }) => [{ sign: 'bear', loud: true }, ...animals(eaten)],
  walked: ({ to }) => [{ sign: 'walk' }, word(to)],
  kayaked: ({ to }) => [{ sign: 'kayak' }, word(to)],
  hunted: ({ animal, points }) => [...animals([animal]).map((piece) => ({ ...piece, loud: true })), word(`+${points}`)],
  harpooned: ({ animal }) => [{ sign: 'harpoon' }, ...animals([animal]).map((piece) => ({ ...piece, loud: true }))],
  igloo_built: ({ colour, cell }) => [{ sign: 'igloo', colour }, word(cell)],
  energy_played: ({ size }) => [{ sign: 'sun' }, word(`+${size}`)],
  points: () => [],
  melted: ({ cell, lost }) => [{ sign: 'melt' }, word(cell), ...animals(lost)],
  herd_played: () => [{ sign: 'herd' }],
  herded: ({ animal, to }) => [...animals([animal]), word(to)],
  herd_stopped: () => [],
  attack: ({ cell }) => [{ sign: 'bear', loud: true }, word(`${cell}!`)],
  speared: () => [{ sign: 'harpoon' }, { sign: 'bear', loud: true }],
  passed: () => [],
  unanswered: ({ fleeing }) => [...fleeing].map((colour) => ({ sign: 'inuit', colour: colour as Colour })),
  fled: ({ colour, corner }) => [{ sign: 'inuit', colour }, word(corner)],
  turn_ended: () => [],
  scored: ({ scores }, { colours }) => [word(colours.map((colour) => scores[colour]?.total ?? 0).join(' : '))],
  won: () => [],
};

export function inSigns({ key, values }: Fact, people: People): Piece[] {
  const shown = SIGNS[key as keyof Told] as ((values: unknown, people: People) => Piece[]) | undefined;
  return shown?.(values, people) ?? [];
}
