/**
 * From the legal actions to what can be pointed at. A person makes an action in one or more picks: a cell, a tile of the
 * hand, a button. What has been picked so far is a `Choice`; `offers` says what can be picked next, and what that leads
 * to. Nothing is offered that does not lead to a legal action, and every legal action can be reached.
 */

import { destination, parse } from './notation';
import type { Action } from './notation';
import { at, directionTo, ground, neighbours, waitingPush } from './view';
import type { Animal, Cell, HandTile, View } from './view';

/** What has been picked so far. */
export interface Choice {
  /** A tile of the hand. */
  tile?: HandTile;
  /** An Inuit's cell, the cell of an animal, a tile to be pushed. */
  cell?: Cell;
  animal?: Animal;
  /** Only by kayak, also to tiles that could be walked to. */
  kayak?: true;
}

export const NOTHING: Choice = {};

/** What an action costs, as it is shown on its target. */
export interface Price {
  points: number;
  harpoon: boolean;
}

/** What a pick leads to: an action to be played, or a choice to be made further. */
export interface Offer {
  action: string | null;
  /** What follows the action by itself, as long as it is legal then: the further steps of a walk. */
  further?: readonly string[];
  then: Choice | null;
  /** How the target is shown: by what would be done there. */
  how: How;
  price: Price | null;
}

export type How = 'place' | 'flip' | 'slide' | 'push' | 'walk' | 'kayak' | 'prey' | 'step' | 'flee' | 'melt' | 'choose';

export type ButtonKind =
  'igloo' | 'hunt' | 'harpoon' | 'kayak' | 'animal' | 'energy' | 'herd' | 'spear' | 'pass' | 'end';

/** Something to be picked that is no place on the board. */
export interface Button {
  /** Unique among those that are offered together. */
  key: string;
  kind: ButtonKind;
  animal: Animal | null;
  action: string | null;
  then: Choice | null;
  price: Price | null;
  /** This is the choice that has been made. */
  chosen: boolean;
}

export interface Offers {
  cells: Map<Cell, Offer>;
  tiles: Map<HandTile, Choice>;
  buttons: Button[];
}

interface Legal {
  text: string;
  action: Action;
}

function read(legal: readonly string[]): Legal[] {
  return legal.flatMap((text) => {
    const action = parse(text);
    return action ? [{ text, action }] : [];
  });
}

/** What can be picked, after what has been picked; unless it is too `far`, walks of several steps at once. */
export function offers(view: View, legal: readonly string[], chosen: Choice, far = true): Offers {
  const actions = read(legal);
  const found: Offers = { cells: new Map(), tiles: new Map(), buttons: [] };
  if (chosen.tile) offerTile(found, actions, chosen);
  else if (view.phase === 'act') offerAct(found, view, actions, chosen, far);
  else if (view.phase === 'drift') offerDrift(found, actions, chosen);
  else if (view.phase === 'shove') offerShove(found, view, actions, chosen);
  else if (view.phase === 'herd') offerHerd(found, actions, chosen);
  else offerPlain(found, actions);
  if (!chosen.tile) offerHand(found, actions);
  return found;
}

/** What is chosen without being asked, because there is nothing else: the one animal in the way of a push. */
export function firstChoice(view: View, legal: readonly string[]): Choice {
  if (view.phase !== 'shove') return NOTHING;
  const animals = new Set(read(legal).map(({ action }) => (action.kind === 'shove' ? action.animal : null)));
  const [only] = animals;
  return animals.size === 1 && only ? { animal: only } : NOTHING;
}

/** What a pick of a cell leads to: within what is chosen, or else afresh. */
export function pickCell(view: View, legal: readonly string[], chosen: Choice, cell: Cell, far = true): Offer | null {
  return offers(view, legal, chosen, far).cells.get(cell) ?? offers(view, legal, NOTHING).cells.get(cell) ?? null;
}

function leads(action: string, how: How, price: Price | null = null): Offer {
  return { action, then: null, how, price };
}

function button(kind: ButtonKind, parts: Partial<Button> & { key: string }): Button {
  return { kind, animal: null, action: null, then: null, price: null, chosen: false, ...parts };
}

const points = (n: number): Price => ({ points: n, harpoon: false });
const byHarpoon: Price = { points: 0, harpoon: true };

// Phases in which one pick is an action

function offerPlain(found: Offers, actions: Legal[]): void {
  for (const { text, action } of actions) {
    if (action.kind === 'place' || action.kind === 'flip' || action.kind === 'flee') {
      found.cells.set(action.cell, leads(text, action.kind));
    } else if (action.kind === 'spear' || action.kind === 'pass') {
      const price = action.kind === 'spear' ? byHarpoon : null;
      found.buttons.push(button(action.kind, { key: text, action: text, price }));
    }
  }
}

// The hand

function offerHand(found: Offers, actions: Legal[]): void {
  for (const { action } of actions) {
    if (action.kind === 'energy') found.tiles.set(`energy${action.size}`, { tile: `energy${action.size}` });
    else if (action.kind === 'melt' || action.kind === 'herd' || action.kind === 'harpoon') {
      found.tiles.set(action.kind, { tile: action.kind });
    }
  }
}

function offerTile(found: Offers, actions: Legal[], chosen: Choice): void {
  for (const { text, action } of actions) {
    if (action.kind === 'melt' && chosen.tile === 'melt') found.cells.set(action.cell, leads(text, 'melt'));
    else if (action.kind === 'herd' && chosen.tile === 'herd') {
      found.buttons.push(button('herd', { key: text, action: text }));
    } else if (action.kind === 'energy' && chosen.tile === `energy${action.size}`) {
      found.buttons.push(button('energy', { key: text, action: text }));
    }
  }
  if (chosen.tile !== 'harpoon') return;
  const prey = preyByCell(actions.filter(({ action }) => action.kind === 'harpoon'));
  for (const [cell, options] of prey) {
    found.cells.set(cell, preyOffer(cell, options, { tile: 'harpoon', cell }));
    if (chosen.cell === cell) found.buttons.push(...options.map(preyButton));
  }
}

// Pushing

function offerDrift(found: Offers, actions: Legal[], chosen: Choice): void {
  for (const { text, action } of actions) {
    if (action.kind !== 'drift') continue;
    const target = destination(action);
    if (chosen.cell === undefined) {
      found.cells.set(action.cell, { action: null, then: { cell: action.cell }, how: 'slide', price: null });
    } else if (chosen.cell === action.cell && target) found.cells.set(target, leads(text, 'push'));
  }
}

function offerShove(found: Offers, view: View, actions: Legal[], chosen: Choice): void {
  const onto = waitingPush(view)?.onto;
  const animals = new Set<Animal>();
  for (const { text, action } of actions) {
    if (action.kind !== 'shove' || !onto) continue;
    animals.add(action.animal);
    const target = destination({ kind: 'step', cell: onto, animal: action.animal, direction: action.direction });
    if (chosen.animal === action.animal && target) found.cells.set(target, leads(text, 'step'));
  }
  offerAnimals(found, [...animals], chosen, (animal) => ({ animal }));
}

/** A button for each animal, where there are several to choose from. */
function offerAnimals(found: Offers, animals: Animal[], chosen: Choice, then: (animal: Animal) => Choice): void {
  if (animals.length < 2) return;
  for (const animal of animals) {
    const is = { chosen: chosen.animal === animal, then: chosen.animal === animal ? null : then(animal) };
    found.buttons.push(button('animal', { key: animal, animal, ...is }));
  }
}

// Herding

function offerHerd(found: Offers, actions: Legal[], chosen: Choice): void {
  const herds = new Map<Cell, Set<Animal>>();
  for (const { action } of actions) {
    if (action.kind !== 'step') continue;
    herds.set(action.cell, (herds.get(action.cell) ?? new Set()).add(action.animal));
  }
  if (chosen.cell === undefined) {
    for (const [cell, animals] of herds) {
      const [animal] = animals;
      const then: Choice = animals.size === 1 && animal ? { cell, animal } : { cell };
      found.cells.set(cell, { action: null, then, how: 'choose', price: null });
    }
    return;
  }
  const { cell } = chosen;
  for (const { text, action } of actions) {
    if (action.kind !== 'step' || action.cell !== cell || action.animal !== chosen.animal) continue;
    const target = destination(action);
    if (target) found.cells.set(target, leads(text, 'step'));
  }
  offerAnimals(found, [...(herds.get(cell) ?? [])], chosen, (animal) => ({ cell, animal }));
}

// Spending points

function preyByCell(actions: Legal[]): Map<Cell, Legal[]> {
  const found = new Map<Cell, Legal[]>();
  for (const legal of actions) {
    const { action } = legal;
    if (action.kind !== 'hunt' && action.kind !== 'harpoon') continue;
    found.set(action.cell, [...(found.get(action.cell) ?? []), legal]);
  }
  return found;
}

function preyPrice(action: Action): Price | null {
  if (action.kind === 'harpoon') return byHarpoon;
  return action.kind === 'hunt' ? points(Number(action.animal[1])) : null;
}

function preyOffer(cell: Cell, options: Legal[], then: Choice): Offer {
  const price = options.map(({ action }) => preyPrice(action)).reduce(cheaper, null);
  return options.length === 1 ? leads(options[0]!.text, 'prey', price) : { action: null, then, how: 'prey', price };
}

function cheaper(a: Price | null, b: Price | null): Price | null {
  if (!a || !b) return a ?? b;
  const rank = (price: Price) => (price.harpoon ? 10 : price.points);
  return rank(b) < rank(a) ? b : a;
}

function preyButton({ text, action }: Legal): Button {
  const animal = 'animal' in action ? action.animal : null;
  return button(action.kind === 'hunt' ? 'hunt' : 'harpoon', {
    key: text,
    animal,
    action: text,
    price: preyPrice(action),
  });
}

/** Whether an Inuit of the player on turn is on a cell. */
export function own(view: View, cell: Cell): boolean {
  return at(view, cell).inuit?.includes(view.players[view.owner]!) ?? false;
}

function offerAct(found: Offers, view: View, actions: Legal[], chosen: Choice, far: boolean): void {
  const prey = preyByCell(actions);
  for (const [cell, options] of prey) {
    // With an Inuit chosen, what is beside it; what others reach can still be picked afresh.
    const near = chosen.cell === undefined || directionTo(chosen.cell, cell) !== null;
    if (near && !own(view, cell)) found.cells.set(cell, preyOffer(cell, options, { cell }));
    if (chosen.cell === cell) found.buttons.push(...options.map(preyButton));
  }
  if (chosen.cell === undefined) {
    for (const { action } of actions) {
      const stands =
        action.kind === 'walk' || action.kind === 'kayak' || action.kind === 'igloo'
          ? action.cell
          : (action.kind === 'hunt' || action.kind === 'harpoon') && own(view, action.cell)
            ? action.cell
            : null;
      if (stands) found.cells.set(stands, { action: null, then: { cell: stands }, how: 'choose', price: null });
    }
    if (actions.some(({ action }) => action.kind === 'end')) {
      found.buttons.push(button('end', { key: 'end', action: 'end' }));
    }
    return;
  }
  offerFrom(found, view, actions, chosen, chosen.cell);
  if (far && !chosen.kayak) offerWalks(found, view, actions, chosen.cell);
}

/** Whether a walk is likely to lead over a cell. Each step is asked for by itself, and goes no further if it is not. */
function passable(view: View, cell: Cell): boolean {
  const { bear, igloo } = at(view, cell);
  const { igloos = 'by variant', variant } = view.rules;
  const walked = ground(view, cell) === 'ice' || ground(view, cell) === 'glacier';
  const barred = igloos === 'barred' || (igloos === 'by variant' && variant === 'gamers');
  return walked && !bear && !(barred && igloo && igloo !== view.players[view.owner]);
}

/** Where several steps lead, the cheapest way each: one point a step. */
function offerWalks(found: Offers, view: View, actions: Legal[], from: Cell): void {
  const ways = actions.flatMap(({ text, action }) => {
    const target = action.kind === 'walk' && action.cell === from ? destination(action) : null;
    return target && passable(view, target) ? [{ cell: target, steps: [text] }] : [];
  });
  const seen = new Set<Cell>([from, ...ways.map(({ cell }) => cell)]);
  for (const { cell, steps } of ways) {
    if (steps.length >= view.points) break;
    for (const next of neighbours(cell)) {
      if (seen.has(next) || !passable(view, next)) continue;
      seen.add(next);
      const further = [...steps, `walk ${cell} ${directionTo(cell, next)}`];
      ways.push({ cell: next, steps: further });
      const known = found.cells.get(next);
      // What can be done there at once comes first, unless walking is cheaper.
      if (known && (known.how !== 'kayak' || further.length >= (known.price?.points ?? 0))) continue;
      if (known) offerKayak(found, from);
      found.cells.set(next, { ...leads(further[0]!, 'walk', points(further.length)), further: further.slice(1) });
    }
  }
}

/** What an Inuit on a cell can do: walk, cross, build. */
function offerFrom(found: Offers, view: View, actions: Legal[], chosen: Choice, cell: Cell): void {
  let walkable = false;
  for (const { text, action } of actions) {
    if (!('cell' in action) || action.cell !== cell) continue;
    const target = destination(action);
    const harpoon = target !== null && at(view, target).bear === true;
    if (action.kind === 'kayak') {
      const near = hasWalk(actions, cell, action.target);
      walkable ||= near;
      if (chosen.kayak || !near) found.cells.set(action.target, leads(text, 'kayak', { points: 3, harpoon }));
    } else if (action.kind === 'walk' && target && !chosen.kayak) {
      found.cells.set(target, leads(text, 'walk', { points: 1, harpoon }));
    } else if (action.kind === 'igloo') {
      found.buttons.push(button('igloo', { key: text, action: text, price: points(3) }));
    }
  }
  if (walkable && !chosen.kayak) offerKayak(found, cell);
}

/** Shores that can be walked to can still be crossed to. */
function offerKayak(found: Offers, cell: Cell): void {
  if (found.buttons.some(({ kind }) => kind === 'kayak')) return;
  found.buttons.push(button('kayak', { key: 'kayak', then: { cell, kayak: true }, price: points(3) }));
}

function hasWalk(actions: Legal[], cell: Cell, target: Cell): boolean {
  const direction = directionTo(cell, target);
  return actions.some(({ action }) => action.kind === 'walk' && action.cell === cell && action.direction === direction);
}
