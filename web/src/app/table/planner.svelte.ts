/** A line of a plan as it is tried on the board: what the others may play, and one's own answer. */

import type { Reason } from '../../games/game';
import type {
  Happening,
  PlannedLine,
  PlannedMove,
  PositionView,
  SeatView,
  StateMessage,
  Tried,
  Try,
} from '../../protocol';
import { api } from '../api';
import { problemOf, problemText } from '../problems';

/** Whether somebody may plan now: a slow game between people, each with one seat, and another is to move. */
export function mayPlan({ table, waiting_for }: StateMessage): boolean {
  const mine = table.seats.filter((seat) => seat.mine);
  const others = table.seats.some((seat: SeatView) => seat.kind === 'person' && !seat.mine);
  const slow = !table.settings.clock || table.settings.clock.type === 'days';
  const [me] = mine;
  if (table.status !== 'running' || !others || !slow || !me || mine.length > 1 || me.stand_in) return false;
  return waiting_for.length > 0 && !waiting_for.includes(me.seat);
}

interface Step {
  tried: Tried;
  move: PlannedMove | null;
}

export class Planner {
  /** The positions so far; the first is the one on the table. */
  steps = $state.raw<readonly Step[]>([]);
  pending = $state<string | null>(null);
  happened = $state.raw<Happening[]>([]);
  /** Why the last action is not in the line. */
  problem = $state('');
  /** What comes next nobody knows. */
  ended = $state(false);

  constructor(
    readonly game: string,
    readonly seat: number,
    /** The table as it was when planning began. */
    readonly begun: StateMessage,
    private readonly hidden: boolean,
  ) {}

  readonly tried = $derived(this.steps.at(-1)?.tried ?? null);
  readonly moves = $derived(this.steps.flatMap(({ move }) => move ?? []));
  readonly toMove = $derived(this.ended ? null : (this.tried?.to_move ?? null));
  /** A line ends with what one plays oneself. */
  readonly complete = $derived.by(() => this.moves.at(-1)?.seat === this.seat);
  readonly interactive = $derived(this.pending === null && this.toMove !== null);
  readonly position = $derived.by((): PositionView | null => {
    if (!this.tried) return null;
    const ply = (this.begun.position?.ply ?? 0) + this.moves.length;
    return { ...this.tried.position, ply, legal: this.ended ? [] : this.tried.position.legal };
  });
  readonly line = $derived.by(() => exchangesOf(this.moves, this.seat));

  /** Whether the table is still as it was. */
  holds(state: StateMessage): boolean {
    return JSON.stringify(state.position?.view) === JSON.stringify(this.begun.position?.view);
  }

  async begin(): Promise<void> {
    this.happened = [];
    this.ended = false;
    this.problem = '';
    const tried = await this.#ask(this.begun.position?.view ?? null, []);
    this.steps = tried ? [{ tried, move: null }] : [];
  }

  play = async (action: string): Promise<void> => {
    const before = this.tried;
    if (!before || !this.interactive) return;
    this.pending = action;
    this.problem = '';
    const tried = await this.#ask(before.document, [action]);
    this.pending = null;
    const seat = before.to_move;
    if (!tried || seat === null) return;
    if (tried.reveals && seat !== this.seat) {
      this.problem = problemText({
        key: 'plan_reveals',
        words: 'nobody knows what would come up',
        rule: null,
        values: { action },
      });
      return;
    }
    // What would come up is drawn at random here: it is not shown.
    const { reveals, facts, words } = tried;
    const move = { seat, action, facts: reveals ? [] : facts, words: reveals ? null : words, reveals };
    const ply = (this.begun.position?.ply ?? 0) + this.moves.length + 1;
    this.happened = reveals ? [] : [{ version: ply, at: 0, kind: 'played', name: null, ply, ...move }];
    this.ended = reveals;
    this.steps = [...this.steps, { tried: reveals ? before : tried, move }];
  };

  back(): void {
    if (this.steps.length < 2) return;
    this.happened = [];
    this.problem = '';
    this.ended = false;
    this.steps = this.steps.slice(0, -1);
  }

  why = async (action: string): Promise<Reason> => {
    try {
      await api.try(this.#wanted(this.tried?.document ?? null, [action]));
    } catch (thrown) {
      const problem = problemOf(thrown);
      const words = problemText(problem, this.game);
      return { rule: problem.rule ?? null, key: problem.key, values: problem.values ?? {}, words };
    }
    return { rule: null, key: '', values: {}, words: '' };
  };

  #wanted(position: Record<string, unknown> | null, actions: string[]): Try {
    return { position, actions, ...(this.hidden ? { sampled: true, seat: this.seat } : { mover: true }) };
  }

  async #ask(position: Record<string, unknown> | null, actions: string[]): Promise<Tried | null> {
    try {
      return await api.try(this.#wanted(position, actions));
    } catch (thrown) {
      this.problem = problemText(problemOf(thrown), this.game);
      return null;
    }
  }
}

/** Moves in order, as what the others play and what one answers. */
export function exchangesOf(moves: readonly PlannedMove[], seat: number): PlannedLine['exchanges'] {
  const exchanges: PlannedLine['exchanges'] = [];
  for (const move of moves) {
    const last = exchanges.at(-1);
    if (move.seat === seat && last) last.mine.push(move);
    else if (last && !last.mine.length) last.others.push(move);
    else exchanges.push({ others: [move], mine: [] });
  }
  return exchanges;
}
