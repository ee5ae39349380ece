/** One step of a lesson as it is done: the position on the board, and which task is next. */

import type { Happening, PositionView, Tried } from '../../protocol';
import { allows, type Step } from '../../games/lessons';
import { api } from '../api';
import { later } from '../later';

const SEAT = 0;
const OTHER_THINKS_MS = 900;

export class Lesson {
  tried = $state.raw<Tried | null>(null);
  happened = $state.raw<Happening[]>([]);
  done = $state(0);
  pending = $state<string | null>(null);
  fault = $state.raw<unknown>(null);
  private callOff = () => {};

  constructor(readonly step: Step) {}

  /** The position, with only that legal which the task is about. */
  get position(): PositionView | null {
    if (!this.tried) return null;
    const task = this.task;
    const legal = task && !task.auto ? this.tried.position.legal.filter((action) => allows(task, action)) : [];
    return { ...this.tried.position, ply: this.done, legal };
  }

  get task() {
    return this.step.tasks[this.done] ?? null;
  }

  get finished(): boolean {
    return this.tried !== null && this.task === null && this.pending === null;
  }

  async begin(): Promise<void> {
    this.callOff();
    this.done = 0;
    this.happened = [];
    this.pending = null;
    await this.ask({ position: this.step.position, seat: SEAT });
  }

  play = async (action: string): Promise<void> => {
    const before = this.tried;
    if (!before || this.pending !== null || !this.task) return;
    this.pending = action;
    const answer = await this.ask({ position: before.document, actions: [action], seat: SEAT });
    this.pending = null;
    if (!answer) return;
    this.done += 1;
    this.happened = [
      { version: this.done, at: 0, kind: 'played', seat: before.to_move, action, ply: this.done, facts: answer.facts },
    ] as Happening[];
    const task = this.task as Step['tasks'][number] | null;
    if (task?.auto) this.callOff = later(() => void this.play(task.allow![0]!), OTHER_THINKS_MS);
  };

  end(): void {
    this.callOff();
  }

  private async ask(wanted: Parameters<typeof api.try>[0]): Promise<Tried | null> {
    try {
      this.tried = await api.try(wanted);
      this.fault = null;
      return this.tried;
    } catch (thrown) {
      this.fault = thrown;
      return null;
    }
  }
}
