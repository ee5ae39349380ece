/** What the person is about to do: the symbol that is picked, and the action that is pointed at. Shared by 3D and 2D. */

import type { PositionView } from '../../../protocol';
import { topArrow } from '../model/cubesets';
import { SLOTS, type Slot } from '../model/geometry';
import { parse } from '../model/notation';
import { choicesOf, threatsIn, trayOf, viewOf, type Choices, type View } from '../model/view';

export type Picked = { kind: 'arrow'; slot: Slot } | { kind: 'circle'; slot: Slot | null } | { kind: 'arc' };

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

/** The path and space that a step leaves, as one word; "start" for a pawn from start. */
export function placeOf(action: string, view: View): string {
  const step = parse(action);
  if (step?.kind !== 'step') return '';
  const arrow = topArrow(view.tops[step.slot]);
  if (!arrow) return '';
  return step.space ? `${arrow.toward}${step.space}` : `start-${arrow.colour}`;
}
