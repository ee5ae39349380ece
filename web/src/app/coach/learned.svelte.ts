/** What a person has learned of each game, kept on this device: their first games have a coach and a gentle machine. */

const KEPT_AS = 'floe.coach';
/** So many games are a person's first ones. */
export const FIRST_GAMES = 3;
/** Whoever has done a thing so often needs no word of it any more. */
const ENOUGH = 2;

interface Learned {
  /** How many games were played to their end. */
  games: number;
  /** The table whose end was counted last: a page that is loaded again counts nothing twice. */
  last: string;
  /** The goal was shown before the first action. */
  goal: boolean;
  /** Whether the coach was called or sent away; null: it is there in the first games. */
  coach: boolean | null;
  /** How often each thing was done. */
  done: Readonly<Record<string, number>>;
}

const NOTHING: Learned = { games: 0, last: '', goal: false, coach: null, done: {} };

let known = $state.raw<Readonly<Record<string, Learned>>>(kept());

function kept(): Record<string, Learned> {
  const found: Record<string, Learned> = {};
  try {
    const text = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Record<string, Partial<Learned>> | null;
    for (const [game, of] of Object.entries(text ?? {})) {
      if (typeof of !== 'object' || of === null) continue;
      const done = Object.entries(of.done ?? {}).filter(([, times]) => typeof times === 'number');
      found[game] = {
        games: typeof of.games === 'number' ? of.games : 0,
        last: typeof of.last === 'string' ? of.last : '',
        goal: of.goal === true,
        coach: typeof of.coach === 'boolean' ? of.coach : null,
        done: Object.fromEntries(done),
      };
    }
  } catch {
    // Storage that is switched off or holds something else: everybody is new then.
  }
  return found;
}

function change(game: string, changes: Partial<Learned>): void {
  known = { ...known, [game]: { ...(known[game] ?? NOTHING), ...changes } };
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(known));
  } catch {
    // It then holds for this visit alone.
  }
}

const of = (game: string): Learned => known[game] ?? NOTHING;

/** Whether these are a person's first games. */
export function isNew(game: string): boolean {
  return of(game).games < FIRST_GAMES;
}

/** Whether the coach sits beside the person. */
export function hasCoach(game: string): boolean {
  return of(game).coach ?? isNew(game);
}

/** Called, the coach begins with the first thing again. */
export function callCoach(game: string): void {
  change(game, { coach: true, done: {} });
}

export function sendCoachAway(game: string): void {
  change(game, { coach: false });
}

export function hasSeenGoal(game: string): boolean {
  return of(game).goal || !isNew(game);
}

export function goalSeen(game: string): void {
  change(game, { goal: true });
}

/** The person has done these things once more. */
export function did(game: string, things: readonly string[]): void {
  if (!things.length) return;
  const done = { ...of(game).done };
  for (const thing of things) done[thing] = (done[thing] ?? 0) + 1;
  change(game, { done });
}

/** Whether a thing needs no more words. */
export function knows(game: string, thing: string): boolean {
  return (of(game).done[thing] ?? 0) >= ENOUGH;
}

/** A game has ended in which the person played. */
export function finished(game: string, table: string): void {
  const { games, last } = of(game);
  if (last !== table) change(game, { games: games + 1, last: table });
}

/** Follow what is learned in other tabs. */
export function followLearning(): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === KEPT_AS) known = kept();
  };
  addEventListener('storage', otherTab);
  return () => removeEventListener('storage', otherTab);
}
