/** What the person is about to do: the symbol that is picked, and the action that is pointed at. Shared by 3D and 2D. */

import type { PositionView } from '../../../protocol';
import { t } from '../../../i18n';
import { topArrow, type Colour } from '../model/cubesets';
import { SLOTS, type Direction, type Slot } from '../model/geometry';
import { parse } from '../model/notation';
import {
  choicesOf,
  movementOf,
  threatsIn,
  trayOf,
  viewOf,
  type Choices,
  type Movement,
  type View,
} from '../model/view';

export type Picked = { kind: 'arrow'; slot: Slot } | { kind: 'circle'; slot: Slot | null } | { kind: 'arc' };

/** A pawn that is touched: in a stack on a path, or at the start. */
export interface Pawn {
  colour: Colour;
  /** Null at the start. */
  path: Direction | null;
  space: number;
  standing: number;
}

/** Why nothing was done: an action to ask the reason of, or the reason itself. */
export type Refusal = { ask: string } | { words: string; rule: string };

interface Given {
  readonly position: PositionView;
  readonly interactive: boolean;
  readonly pending: string | null;
  readonly hint: string | null;
  readonly lesson?: boolean;
  readonly previews?: boolean;
  readonly play: (action: string) => void;
}

export class Choosing {
  readonly #given: Given;
  /** Set by the person; falls back to what lies nearest when it no longer fits. */
  #wanted = $state.raw<Picked | null>(null);
  /** Hovered or focused: shown as a ghost. */
  pointed = $state<string | null>(null);
  /** Touched once: shown as a ghost, and done when it is confirmed. */
  armed = $state<string | null>(null);
  /** The stack that is fanned out, as path and space. */
  fanned = $state<string | null>(null);

  readonly view: View = $derived.by(() => viewOf(this.#given.position.view));
  readonly choices: Choices = $derived.by(() => choicesOf(this.#given.interactive ? this.#given.position.legal : []));
  readonly tray = $derived.by(() => trayOf(this.view));
  readonly picked: Picked | null = $derived.by(() => this.#fitting(this.#wanted) ?? this.#hinted() ?? this.#nearest());
  readonly threats = $derived.by(() => threatsIn(this.#given.position));

  /** The steps that the picked symbol gives. */
  readonly steps: string[] = $derived.by(() => {
    const picked = this.picked;
    if (picked?.kind === 'arrow') return this.choices.steps[picked.slot];
    if (picked?.kind === 'circle' && picked.slot) return this.choices.copies[picked.slot];
    return [];
  });
  readonly turns: string[] = $derived.by(() => (this.picked?.kind === 'arc' ? this.choices.turns : []));
  /** For each pawn that may go the step it makes when touched: with what is picked, else an arrow, else a circle. */
  readonly movable: ReadonlyMap<string, string> = $derived.by(() => {
    const { steps, copies } = this.choices;
    const all = [...this.steps, ...SLOTS.flatMap((slot) => steps[slot]), ...SLOTS.flatMap((slot) => copies[slot])];
    const found = new Map<string, string>();
    for (const action of all) {
      const pawn = this.#goes(action);
      if (pawn && !found.has(pawn)) found.set(pawn, action);
    }
    return found;
  });
  /** The spaces that the picked symbol leads to. */
  readonly lit: ReadonlySet<string> = $derived.by(() => new Set(this.steps.map((action) => this.targetOf(action))));

  /** What the board shows as a ghost. */
  readonly ghost: string | null = $derived.by(() => {
    const { pending, hint } = this.#given;
    const chosen = this.chosen ?? hint;
    return pending ?? (chosen && !this.previews && parse(chosen)?.kind === 'tilt' ? null : chosen);
  });

  constructor(given: Given) {
    this.#given = given;
  }

  /** Pointed at, or touched once. */
  get chosen(): string | null {
    return this.pointed ?? this.armed;
  }

  /** Whether what a tilt would bring up is shown before it is made. */
  get previews(): boolean {
    return this.#given.previews ?? true;
  }

  get lesson(): boolean {
    return this.#given.lesson ?? false;
  }

  get interactive(): boolean {
    return this.#given.interactive;
  }

  get pending(): string | null {
    return this.#given.pending;
  }

  get hint(): string | null {
    return this.#given.hint;
  }

  can(action: string): boolean {
    return this.interactive && this.#given.position.legal.includes(action);
  }

  /** The arrows on top that a circle could copy now. */
  get copiable(): Slot[] {
    return SLOTS.filter((slot) => this.choices.copies[slot].length > 0);
  }

  pick(picked: Picked | null): void {
    this.#wanted = picked;
    this.pointed = null;
    this.fanned = null;
  }

  /**
   * Choose the symbol on top of a cube, or, with a circle picked, the arrow that it copies. Answers null, or else the
   * action to ask the reason of, why there is nothing to choose.
   */
  choose(slot: Slot): string | null {
    const { kind } = this.tray.find((item) => item.slot === slot)!;
    if (this.picked?.kind === 'circle' && this.choices.copies[slot].length) this.pick({ kind: 'circle', slot });
    else if (kind === 'arrow' && this.choices.steps[slot].length) this.pick({ kind: 'arrow', slot });
    else if (kind === 'arrow' && this.choices.copies[slot].length) this.pick({ kind: 'circle', slot });
    else if (kind === 'arc' && this.choices.turns.length) this.pick({ kind: 'arc' });
    else if (kind === 'circle' && this.copiable.length)
      this.pick(this.#askedWhich ? null : { kind: 'circle', slot: null });
    else return { arrow: `${slot}@start`, circle: `*${slot}@start`, arc: `${slot}+` }[kind];
    return null;
  }

  /** A circle is picked and waits for its arrow; picking it once more lets it go. */
  get #askedWhich(): boolean {
    const picked = this.picked;
    return picked?.kind === 'circle' && (!picked.slot || this.copiable.length === 1);
  }

  movement(action: string): Movement | null {
    const step = parse(action);
    return step?.kind === 'step' ? movementOf(this.view, step) : null;
  }

  /** The space that a step leads to, as path and number; after the last one, home. */
  targetOf(action: string): string {
    const movement = this.movement(action);
    return movement ? `${movement.path}${movement.to}` : '';
  }

  /** The pawn that a step moves. */
  #goes(action: string): string | null {
    const movement = this.movement(action);
    if (!movement) return null;
    const { colour, path, from: space, standing } = movement;
    return nameOf({ colour, path: space ? path : null, space, standing });
  }

  /** What touching a pawn would do. */
  stepOf(pawn: Pawn): string | undefined {
    return this.movable.get(nameOf(pawn));
  }

  touchPawn(pawn: Pawn): Refusal | null {
    const action = this.stepOf(pawn);
    if (!action) return this.#whyNot(pawn);
    this.play(action);
    return null;
  }

  /** Touch a space: the one pawn that can come there does; of several in a stack one has to be chosen. */
  touchSpace(target: string): Refusal | null {
    const leads = (actions: Iterable<string>) => [...actions].filter((action) => this.targetOf(action) === target);
    const picked = leads(this.steps);
    const ways = picked.length ? picked : leads(this.movable.values());
    const [only] = ways;
    if (ways.length === 1 && only) this.play(only);
    else if (only) {
      const place = placeOf(only, this.view);
      this.fanned = this.fanned === place ? null : place;
    } else return this.#whyNotThere(target);
    return null;
  }

  /** Let a dragged pawn go over a space. */
  drop(pawn: Pawn, target: string | null): Refusal | null {
    const { steps, copies } = this.choices;
    const all = [...this.steps, ...SLOTS.flatMap((slot) => [...steps[slot], ...copies[slot]])];
    const ways = all.filter((action) => this.#goes(action) === nameOf(pawn));
    const homes = (action: string) => this.movement(action)?.home === true && target === 'home';
    const way = ways.find((action) => this.targetOf(action) === target || homes(action));
    if (way) this.play(way);
    else if (target !== null && target !== `${pawn.path}${pawn.space}`) {
      return { words: t('icecult.ui.oneSpace'), rule: 'IC-13' };
    }
    return null;
  }

  #whyNot({ colour, path, space, standing }: Pawn): Refusal {
    if (!this.interactive || this.view.phase !== 'move') return { ask: 'a@start' };
    const arrows = SLOTS.filter((slot) => {
      const arrow = topArrow(this.view.tops[slot]);
      return arrow?.colour === colour && (path === null || arrow.toward === path);
    });
    const [slot] = [...arrows].sort((a, b) => Number(this.view.used.includes(a)) - Number(this.view.used.includes(b)));
    if (slot) return { ask: `${slot}@${path ? `${space}.${standing}` : 'start'}` };
    const words = path ? t('icecult.ui.noArrowOn', { colour, path }) : t('icecult.ui.noArrow', { colour });
    return { words, rule: 'IC-13' };
  }

  #whyNotThere(target: string): Refusal {
    if (!this.interactive || this.view.phase !== 'move') return { ask: 'a@start' };
    const path = target[0] as Direction;
    const pointed = SLOTS.some((slot) => topArrow(this.view.tops[slot])?.toward === path);
    const words = pointed ? t('icecult.ui.nobodyThere') : t('icecult.ui.noArrowPath', { path });
    return { words, rule: 'IC-13' };
  }

  play(action: string): void {
    if (!this.can(action)) return;
    this.forget();
    // A circle is used for one step; then the arrows are arrows again.
    if (this.#wanted?.kind === 'circle') this.#wanted = null;
    this.#given.play(action);
  }

  /** A touch shows first and does it when it is touched again; a click does it. */
  touch(action: string, byFinger: boolean): void {
    if (!byFinger || this.armed === action) this.play(action);
    else this.armed = action;
  }

  /** What was pointed at belongs to a position that is gone. What is picked stays, if it still fits. */
  forget(): void {
    this.pointed = null;
    this.armed = null;
    this.fanned = null;
  }

  #fitting(picked: Picked | null): Picked | null {
    if (!picked) return null;
    if (picked.kind === 'arrow') return this.choices.steps[picked.slot].length ? picked : null;
    if (picked.kind === 'arc') return this.choices.turns.length ? picked : null;
    if (!this.copiable.length) return null;
    if (picked.slot && this.choices.copies[picked.slot].length) return picked;
    return { kind: 'circle', slot: this.copiable.length === 1 ? this.copiable[0]! : null };
  }

  /** What a hint needs to be picked. */
  #hinted(): Picked | null {
    const hint = this.#given.hint ? parse(this.#given.hint) : null;
    if (hint?.kind === 'turn') return this.#fitting({ kind: 'arc' });
    if (hint?.kind !== 'step') return null;
    return this.#fitting({ kind: hint.circle ? 'circle' : 'arrow', slot: hint.slot });
  }

  /** So that a newcomer is always one click from a step: the first arrow that is due, else a circle. */
  #nearest(): Picked | null {
    const due = SLOTS.find((slot) => this.choices.steps[slot].length);
    if (due) return { kind: 'arrow', slot: due };
    return this.#fitting({ kind: 'circle', slot: null });
  }

  /** Where the picked arrow points, to light its path. */
  get litPath(): { path: string; colour: string } | null {
    const slot = this.picked && this.picked.kind !== 'arc' ? this.picked.slot : null;
    const arrow = slot ? topArrow(this.view.tops[slot]) : null;
    return arrow ? { path: arrow.toward, colour: arrow.colour } : null;
  }
}

/** A pawn in one word. Those at the start are alike. */
function nameOf({ colour, path, space, standing }: Pawn): string {
  return path ? `${path}${space}.${standing}` : `start-${colour}`;
}

/** The path and space that a step leaves, as one word; "start" for a pawn from start. */
export function placeOf(action: string, view: View): string {
  const step = parse(action);
  if (step?.kind !== 'step') return '';
  const arrow = topArrow(view.tops[step.slot]);
  if (!arrow) return '';
  return step.space ? `${arrow.toward}${step.space}` : `start-${arrow.colour}`;
}
