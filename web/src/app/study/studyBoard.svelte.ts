/** A study on the screen: where one is in it, the position there, and what is played on from it. */

import { untrack } from 'svelte';
import type { Happening, PositionView, Problem, Tried, Try } from '../../protocol';
import type { Reason } from '../../games/game';
import { api, Failure } from '../api';
import { problemOf, problemText } from '../problems';
import { pathTo, type Study, type StudyNode } from './study';

/** So many actions are asked for at once while the lines are looked through: others get their turn in between. */
const CHUNK = 40;
/** Of a long way the document after every so many actions is kept, so that going back is quick. */
const EVERY = 10;

const FULL: Problem = { key: 'study_full', words: 'this analysis is full', rule: null, values: {} };

export interface Shown {
  node: StudyNode;
  tried: Tried;
  /** How it came about, if that is to be seen. */
  happened: Happening[];
}

/** A line that cannot be played on, and why. */
export interface Broken {
  /** The last action that could be played. */
  last: StudyNode;
  action: string;
  problem: Problem;
}

export class StudyBoard {
  /** Counts the changes of the tree, which is no state itself. */
  changes = $state(0);
  cursor = $state.raw<StudyNode>(null!);
  shown = $state.raw<Shown | null>(null);
  pending = $state<string | null>(null);
  fault = $state.raw<unknown>(null);
  broken = $state.raw<readonly Broken[]>([]);
  readonly #positions = new Map<StudyNode, Tried>();
  readonly #documents = new Map<StudyNode, Record<string, unknown>>();
  #going = false;
  #closed = false;

  constructor(
    readonly study: Study,
    at: StudyNode,
  ) {
    this.cursor = at;
  }

  /** The position on the screen, with how many actions led to it. */
  readonly position = $derived.by((): PositionView | null =>
    this.shown ? { ...this.shown.tried.position, ply: this.shown.node.depth } : null,
  );
  /** Something can be played: the screen shows where one is. */
  readonly interactive = $derived.by(
    () => this.pending === null && this.shown?.node === this.cursor && this.shown.tried.to_move !== null,
  );

  /** Show where one is, and look through all lines meanwhile. */
  async open(): Promise<void> {
    await this.go(this.cursor);
    for (const end of this.study.ends()) {
      const path = pathTo(end);
      for (let until = CHUNK; until < path.length + CHUNK && !this.#closed; until += CHUNK) {
        const last = path[Math.min(until, path.length) - 1]!;
        if (last.seat === null && !(await this.#at(last).catch(() => null))) return;
      }
    }
  }

  close(): void {
    this.#closed = true;
  }

  /** Show the position after an action. Until it is there the last one stays; places that were passed are left out. */
  async go(to: StudyNode): Promise<void> {
    this.cursor = to;
    const known = this.#positions.get(to);
    if (known) return this.#show(to, known);
    if (this.#going) return;
    this.#going = true;
    while (untrack(() => this.shown)?.node !== this.cursor && !this.#closed) {
      const goal = this.cursor;
      try {
        const tried = await this.#at(goal);
        if (this.cursor === goal) this.#show(goal, tried);
      } catch (thrown) {
        this.fault = thrown;
        if (this.cursor === goal) break;
      }
    }
    this.#going = false;
  }

  #show(node: StudyNode, tried: Tried): void {
    const before = untrack(() => this.shown);
    const forward = before !== null && node.parent === before.node;
    this.fault = null;
    this.shown = { node, tried, happened: forward ? [happeningOf(node, tried)] : [] };
  }

  /** The position after an action: asked for from the nearest one that is known. */
  async #at(to: StudyNode): Promise<Tried> {
    const known = this.#positions.get(to);
    if (known) return known;
    const path: StudyNode[] = [];
    let from = to;
    while (from.parent && !this.#documents.has(from)) {
      path.unshift(from);
      from = from.parent;
    }
    const tried = await api.try({ ...this.#asked(this.#documents.get(from) ?? null, path), every: EVERY });
    tried.moves.forEach(({ seat }, index) => (path[index]!.seat = seat));
    tried.documents.forEach((document, index) => this.#documents.set(path[(index + 1) * EVERY - 1]!, document));
    this.#know(tried.moves.length ? path[tried.moves.length - 1]! : from, tried);
    this.changes += 1;
    if (tried.problem) this.#break(path[tried.moves.length]!, tried.problem);
    return tried;
  }

  #know(node: StudyNode, tried: Tried): void {
    this.#positions.set(node, tried);
    this.#documents.set(node, tried.document);
  }

  #asked(document: Record<string, unknown> | null, path: readonly StudyNode[]): Try {
    const { about, sampled } = this.study;
    return {
      position: document ?? about.position,
      actions: path.map(({ action }) => action),
      as_far: true,
      ...(sampled ? { sampled, seat: about.seenBy ?? null, seeds: path.map(({ seed }) => seed) } : { mover: true }),
    };
  }

  /** An action that cannot be played goes, with all that follows; whoever was there is before it. */
  #break(gone: StudyNode, problem: Problem): void {
    const last = this.study.remove(gone);
    this.broken = [...this.broken, { last, action: gone.action, problem }];
    this.changes += 1;
    if (pathTo(this.cursor).includes(gone)) void this.go(last);
  }

  /** Play on from what is shown: along a line that is there, or along a new one. */
  play = async (action: string): Promise<void> => {
    const here = this.shown;
    if (!here || !this.interactive) return;
    const there = here.node.children.find((child) => child.action === action);
    if (there && !this.study.sampled) return this.go(there);
    this.pending = action;
    try {
      const seed = this.study.sampled ? crypto.getRandomValues(new Uint32Array(1))[0]! + 1 : 0;
      const asked = this.#asked(here.tried.document, []);
      const tried = await api.try({ ...asked, as_far: false, actions: [action], seeds: seed ? [seed] : [] });
      if (this.cursor !== here.node) return;
      const next = this.#same(here.node, action, tried) ?? this.study.add(here.node, action, tried.reveals ? seed : 0);
      if (!next) throw new Failure(FULL, 0);
      next.seat = tried.moves[0]?.seat ?? null;
      this.#know(next, tried);
      this.changes += 1;
      this.cursor = next;
      this.#show(next, tried);
    } catch (thrown) {
      this.fault = thrown;
    } finally {
      this.pending = null;
    }
  };

  /** A branch that led to the very same. */
  #same(parent: StudyNode, action: string, tried: Tried): StudyNode | null {
    const same = (other: Tried | undefined) => JSON.stringify(other?.document) === JSON.stringify(tried.document);
    const alike = parent.children.filter((child) => child.action === action);
    return alike.find((child) => !tried.reveals || same(this.#positions.get(child))) ?? null;
  }

  /** Play several actions after another: a line of the machine's, or a part of it. */
  async playLine(actions: readonly string[]): Promise<void> {
    for (const action of actions) {
      const before = this.cursor;
      await this.play(action);
      if (this.cursor === before) return;
    }
  }

  why = async (action: string): Promise<Reason> => {
    try {
      const document = this.shown?.tried.document ?? null;
      await api.try({ ...this.#asked(document, []), as_far: false, actions: [action] });
      return { rule: null, key: '', values: {}, words: '' };
    } catch (thrown) {
      const problem = problemOf(thrown);
      const words = problemText(problem, this.study.about.game);
      return { rule: problem.rule ?? null, key: problem.key, values: problem.values ?? {}, words };
    }
  };

  // The tree

  describe(node: StudyNode, words: { name?: string; remark?: string }): void {
    Object.assign(node, words);
    this.changes += 1;
  }

  promote(node: StudyNode): void {
    this.study.promote(node);
    this.changes += 1;
  }

  remove(node: StudyNode): void {
    const parent = this.study.remove(node);
    this.changes += 1;
    if (pathTo(this.cursor).includes(node)) void this.go(parent);
  }

  /** Mark where the chances turned, by actions of the main line. */
  turned(plies: readonly number[]): void {
    const line = this.study.mainLine();
    for (const ply of plies) if (line[ply - 1]) line[ply - 1]!.turning = true;
    this.changes += 1;
  }
}

function happeningOf(node: StudyNode, { facts, words }: Tried): Happening {
  const { action, seat, depth } = node;
  return { version: depth, at: 0, kind: 'played', seat, name: null, action, ply: depth, facts, words };
}
