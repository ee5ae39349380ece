/**
 * A study: a position and a tree of lines from it, with names and remarks. It knows no rules: whether an action is legal
 * is asked elsewhere. The document that it is kept and shared as is told in docs/studies.md.
 */

export type PositionDocument = Record<string, unknown>;

export const FORMAT = 1;
export const LIMITS = {
  /** Actions in all lines together. */
  actions: 3000,
  /** Actions in one line. */
  depth: 2000,
  /** Lines within lines. */
  nested: 40,
  action: 40,
  name: 80,
  remark: 2000,
  people: 8,
} as const;

/** An action of a study, and what may follow it; the first of its children is the main line. */
export interface StudyNode {
  /** Unlike that of any other. */
  readonly id: number;
  readonly action: string;
  /** Where something was drawn that nobody could know: what it was drawn from. */
  readonly seed: number;
  /** How many actions lead to it. */
  readonly depth: number;
  parent: StudyNode | null;
  children: StudyNode[];
  name: string;
  remark: string;
  /** Here the chances turned. */
  turning: boolean;
  /** Who played it, as soon as that is known. */
  seat: number | null;
}

/** What is wrong with a document, as a key: nothing can be shown of it. */
export class NoStudy extends Error {
  constructor(readonly key: 'no_study' | 'no_root') {
    super(key);
  }
}

/** What is wrong with a document of which something can be shown. */
export type Damage = 'newer_format' | 'too_large' | 'cut';

export interface Root {
  game: string;
  rulesVersion: number;
  position: PositionDocument;
  /** The position is what this seat (null: a spectator) sees of it; undefined: it is known whole. */
  seenBy?: number | null;
  names: string[];
}

export class Study {
  readonly root: StudyNode = node('', 0, null, 0);
  #ids = 1;
  #size = 0;

  constructor(readonly about: Root) {}

  /** How many actions there are in all lines. */
  get size(): number {
    return this.#size;
  }

  /** Whether what is hidden stays so, and is drawn where it is revealed. */
  get sampled(): boolean {
    return this.about.seenBy !== undefined;
  }

  /** A child with this action: the one that is there, or a new one. Null if the study is full. */
  add(parent: StudyNode, action: string, seed = 0): StudyNode | null {
    const there = parent.children.find((child) => child.action === action && child.seed === seed);
    if (there) return there;
    if (this.#size >= LIMITS.actions || parent.depth >= LIMITS.depth || action.length > LIMITS.action) return null;
    const child = node(action, seed, parent, this.#ids++);
    parent.children.push(child);
    this.#size += 1;
    return child;
  }

  /** Without this action and all that follows it; answers what came before. */
  remove(gone: StudyNode): StudyNode {
    const { parent } = gone;
    if (!parent) return gone;
    parent.children = parent.children.filter((child) => child !== gone);
    this.#size -= count(gone);
    return parent;
  }

  /** Make the line that leads to an action, and on from it, the main line. */
  promote(line: StudyNode): void {
    for (let at = line; at.parent; at = at.parent) {
      const { parent } = at;
      parent.children = [at, ...parent.children.filter((child) => child !== at)];
    }
  }

  /** The last action of the line that goes on from here. */
  end(from: StudyNode): StudyNode {
    let at = from;
    while (at.children[0]) at = at.children[0];
    return at;
  }

  /** The actions of the main line. */
  mainLine(): StudyNode[] {
    return pathTo(this.end(this.root));
  }

  /** The last actions of all lines, the main line's first. */
  ends(): StudyNode[] {
    return [...walk(this.root)].filter((one) => one.parent && !one.children.length);
  }

  *[Symbol.iterator](): Iterator<StudyNode> {
    for (const one of walk(this.root)) if (one.parent) yield one;
  }

  /** The document, with the place that is looked at. */
  write(at: StudyNode = this.root): Record<string, unknown> {
    const { game, rulesVersion, position, seenBy, names } = this.about;
    return {
      floe: 'study',
      version: FORMAT,
      game,
      rules_version: rulesVersion,
      names,
      ...(seenBy === undefined ? {} : { seen_by: seenBy }),
      at: writePlace(at),
      ...words(this.root),
      root: position,
      line: writeLine(this.root.children[0] ?? null),
    };
  }

  /** What a document holds, as far as it can be understood. Throws `NoStudy`. */
  static read(document: unknown): { study: Study; at: StudyNode; damage: Damage[] } {
    if (!isObject(document) || document['floe'] !== 'study') throw new NoStudy('no_study');
    const damage = new Set<Damage>();
    const { version, root, names } = document;
    if (version !== FORMAT) damage.add(typeof version === 'number' && version > FORMAT ? 'newer_format' : 'cut');
    const game = document['game'] ?? (isObject(root) ? root['game'] : undefined);
    if (!isObject(root) || typeof game !== 'string') throw new NoStudy('no_root');
    const seenBy = document['seen_by'];
    const study = new Study({
      game,
      rulesVersion: Number.isInteger(document['rules_version']) ? (document['rules_version'] as number) : 1,
      position: root,
      ...(seenBy === undefined ? {} : { seenBy: Number.isInteger(seenBy) ? (seenBy as number) : null }),
      names: (Array.isArray(names) ? names : [])
        .slice(0, LIMITS.people)
        .map((name) => (typeof name === 'string' ? name.slice(0, LIMITS.name) : '')),
    });
    readWords(study.root, document);
    readLine(study, study.root, document['line'], damage);
    return { study, at: readPlace(study, document['at']), damage: [...damage] };
  }
}

function node(action: string, seed: number, parent: StudyNode | null, id: number): StudyNode {
  const depth = parent ? parent.depth + 1 : 0;
  return { id, action, seed, depth, parent, children: [], name: '', remark: '', turning: false, seat: null };
}

/** The actions that lead to one, that one last; none lead to the root. */
export function pathTo(last: StudyNode): StudyNode[] {
  const path: StudyNode[] = [];
  for (let at = last; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** Whether an action is the first that its parent goes on with. */
export function isMain(one: StudyNode): boolean {
  return !one.parent || one.parent.children[0] === one;
}

/** All actions, each line to its end before the next. */
function* walk(from: StudyNode): Generator<StudyNode> {
  const left = [from];
  for (let at = left.pop(); at; at = left.pop()) {
    yield at;
    left.push(...[...at.children].reverse());
  }
}

function count(from: StudyNode): number {
  return [...walk(from)].length;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Lines: a list of actions, each with what could be played instead of it

function words({ name, remark }: StudyNode): Record<string, unknown> {
  return { ...(name ? { name } : {}), ...(remark ? { remark } : {}) };
}

function readWords(to: StudyNode, { name, remark, turning }: Record<string, unknown>): void {
  if (typeof name === 'string') to.name = name.slice(0, LIMITS.name);
  if (typeof remark === 'string') to.remark = remark.slice(0, LIMITS.remark);
  to.turning = turning === true;
}

function writeLine(first: StudyNode | null): unknown[] {
  const line: unknown[] = [];
  for (let at = first; at; at = at.children[0] ?? null) {
    const others = at.parent!.children[0] === at ? at.parent!.children.slice(1) : [];
    const more = {
      ...(at.seed ? { seed: at.seed } : {}),
      ...words(at),
      ...(at.turning ? { turning: true } : {}),
      ...(others.length ? { instead: others.map(writeLine) } : {}),
    };
    line.push(Object.keys(more).length ? { action: at.action, ...more } : at.action);
  }
  return line;
}

function readLine(study: Study, from: StudyNode, line: unknown, damage: Set<Damage>, nested = 0): void {
  if (!Array.isArray(line) || nested > LIMITS.nested) {
    damage.add(Array.isArray(line) ? 'too_large' : 'cut');
    return;
  }
  let parent = from;
  for (const item of line as unknown[]) {
    const given = isObject(item) ? item : { action: item };
    const { action, seed, instead } = given;
    if (typeof action !== 'string' || !action || action.length > LIMITS.action) return void damage.add('cut');
    const next = study.add(parent, action, Number.isSafeInteger(seed) && (seed as number) > 0 ? (seed as number) : 0);
    if (!next) return void damage.add('too_large');
    readWords(next, given);
    if (instead !== undefined && !Array.isArray(instead)) damage.add('cut');
    for (const other of Array.isArray(instead) ? (instead as unknown[]) : [])
      readLine(study, parent, other, damage, nested + 1);
    parent = next;
  }
}

// Places: how many actions along the main line, which branch there, how many actions along that, and so on

function writePlace(at: StudyNode): number[] {
  const place = [0];
  for (const one of pathTo(at)) {
    if (isMain(one)) place[place.length - 1]! += 1;
    else place.push(one.parent!.children.indexOf(one), 1);
  }
  // The step into a branch counts as the first along it.
  return place;
}

/** The action at a place; as near to it as can be, where the study does not reach so far. */
function readPlace(study: Study, place: unknown): StudyNode {
  let at = study.root;
  if (!Array.isArray(place)) return at;
  for (const [index, number] of (place as unknown[]).entries()) {
    if (!Number.isSafeInteger(number) || (number as number) < 0) return at;
    const branch = index % 2 === 1;
    if (branch) {
      const next = at.children[number as number];
      if (!next) return at;
      at = next;
    } else {
      // After a branch its first action is already taken.
      for (let left = (number as number) - (index ? 1 : 0); left > 0 && at.children[0]; left--) at = at.children[0];
    }
  }
  return at;
}
