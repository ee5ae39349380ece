/** The end of a game, celebrated once on its board: by those who saw it come, and until they go on. */

import type { Result, Status } from '../../protocol';
import type { Sound } from '../../sound';

/** What the end sounds like to somebody with these seats; who has all of them, or none, has neither won nor lost. */
export function endSound(result: Result | null, seats: readonly number[]): Sound {
  const won = seats.filter((seat) => result?.winners.includes(seat)).length;
  if (!result || !seats.length || (won && won < seats.length)) return 'end';
  return won ? 'won' : 'lost';
}

export class Celebrating {
  /** The board celebrates now. */
  on = $state(false);
  #played = false;

  /** To be told whenever the board has shown a state; whether with it the celebration begins. */
  shown(status: Status): boolean {
    const ends = status === 'over' && this.#played;
    if (ends) this.#begin();
    this.#played = status === 'running';
    return ends;
  }

  #begin(): void {
    this.on = true;
    addEventListener('keydown', this.skip, true);
    addEventListener('pointerdown', this.skip, true);
  }

  /** Any key and any touch ends it, and does what it does all the same. A key that is still held down is none. */
  readonly skip = (event: Event): void => {
    if (!(event as KeyboardEvent).repeat) this.end();
  };

  readonly end = (): void => {
    this.on = false;
    removeEventListener('keydown', this.skip, true);
    removeEventListener('pointerdown', this.skip, true);
  };
}
