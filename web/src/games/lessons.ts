/**
 * Lessons: positions with something to be done in them, in the order of the rulebook.
 *
 * Those of a game are in its folder, games/{game}/lessons.json, and their words in games/{game}/i18n/{language}/lessons.json.
 * A test of the server's plays all of them, so every position is lawful and every task can be done.
 */

export interface Task {
  /** What may be played: whole actions, or their first words; null for whatever is legal. */
  allow: string[] | null;
  /** Another seat decides here; the first of what is allowed is played for it. */
  auto?: boolean;
}

export interface Step {
  key: string;
  /** In English, of a game that has no folder here: its server brings its lessons. */
  words?: { title: string; text: string; done?: string };
  /** The rules that it shows. */
  rules: string[];
  position: Record<string, unknown>;
  /** What the person does, one action each. Without any there is only something to look at. */
  tasks: Task[];
  /** The game's own switches that are on: all that a step does not speak of is off. */
  switches?: Record<string, boolean>;
}

export function allows(task: Task, action: string): boolean {
  return task.allow === null || task.allow.some((one) => action === one || action.startsWith(`${one} `));
}
