/**
 * The lessons: positions with something to be done in them, in the order of the rulebook.
 *
 * A test of the server's plays all of them, so every position is lawful and every task can be done. The words are in
 * i18n/{language}/learn-{game}.json.
 */

export interface Task {
  /** What may be played: whole actions, or their first words; null for whatever is legal. */
  allow: string[] | null;
  /** Another seat decides here; the first of what is allowed is played for it. */
  auto?: boolean;
}

export interface Step {
  key: string;
  /** The rules that it shows. */
  rules: string[];
  position: Record<string, unknown>;
  /** What the person does, one action each. Without any there is only something to look at. */
  tasks: Task[];
  /** Show what the islands are worth. */
  score?: boolean;
}

const FILES: Record<string, () => Promise<Step[]>> = {
  icecult: async () => (await import('./icecult.json')).default as Step[],
  igluiglu: async () => (await import('./igluiglu.json')).default as Step[],
};

export async function lessons(game: string): Promise<Step[]> {
  return (await FILES[game]?.()) ?? [];
}

export function allows(task: Task, action: string): boolean {
  return task.allow === null || task.allow.some((one) => action === one || action.startsWith(`${one} `));
}
