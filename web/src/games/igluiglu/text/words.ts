/** Pieces of sentences: animals, Inuit, cells. */

import { listed, t } from '../../../i18n';
import type { Colour, People } from '../../game';
import { person } from '../../telling';
import { animalsOn, at, CENTRE, counted, ground, inuitOn } from '../model/view';
import type { Animal, Cell, Direction, View } from '../model/view';

/** An animal as messages ask for it. */
export function race(animal: string): { race: 'fish' | 'fox' | 'bear'; value: number } {
  if (animal === 'bear') return { race: 'bear', value: 4 };
  return { race: animal[0] === 'f' ? 'fish' : 'fox', value: Number(animal[1]) };
}

export function animalName(animal: string): string {
  return t('igluiglu.animal', race(animal));
}

/** With the article that stands after "take". */
export function anAnimal(animal: string): string {
  return t('igluiglu.animal.a', race(animal));
}

/** "2 × fish 1, bear". */
export function animalList(animals: readonly Animal[]): string {
  return listed(counted(animals).map(([animal, n]) => (n > 1 ? `${n} × ${animalName(animal)}` : animalName(animal))));
}

/** "2 red Inuit and 1 blue Inuit", from "rrb". */
export function inuitList(inuit: string): string {
  return listed(counted(inuit).map(([colour, n]) => t('igluiglu.inuit', { colour, n })));
}

export function toward(direction: Direction): string {
  return t('igluiglu.direction', { direction });
}

export function pointsText(n: number): string {
  return t('igluiglu.points', { n });
}

export function personOf(people: People, colour: Colour): { me: 'yes' | 'no'; name: string } {
  return person(people, people.colours.indexOf(colour));
}

/** What is on a cell: "ice, 2 red Inuit, fox 2". */
export function thingsOn(view: View, cell: Cell): string {
  const content = at(view, cell);
  const kind = ground(view, cell);
  const parts = [t(`igluiglu.ground.${kind}`)];
  if (kind === 'sea' && CENTRE.includes(cell)) parts.push(t('igluiglu.ground.centre'));
  if (content.igloo) parts.push(t('igluiglu.igloo', { colour: content.igloo }));
  for (const [colour, n] of inuitOn(content)) parts.push(t('igluiglu.inuit', { colour, n }));
  for (const [animal, n] of counted(animalsOn(content))) {
    parts.push(n > 1 ? `${n} × ${animalName(animal)}` : animalName(animal));
  }
  return parts.join(', ');
}

/** "c3: ice, 2 red Inuit". */
export function cellText(view: View, cell: Cell): string {
  return t('igluiglu.cell', { cell, things: thingsOn(view, cell) });
}
