/** The machine that looks at what is on the screen, and says what it would play. */

import type { AskLines, LinesAnswer } from '../../protocol';
import { freeThinker, hosts } from '../../local';
import { api } from '../api';
import { later } from '../later';

/** A server is asked only once somebody stays. */
const STAYS_MS = 400;

export interface EngineWorld {
  lines: typeof api.lines;
  /** Whether a question that is asked again goes on where it was. */
  goesOn: (game: unknown) => Promise<boolean>;
  free: () => void;
}

/** How many look: the last one that goes frees what they think with. */
let looking = 0;

const WORLD: EngineWorld = { lines: api.lines, goesOn: hosts, free: freeThinker };

export class Engine {
  on = $state(true);
  /** It looks further, now. */
  busy = $state(false);
  found = $state.raw<LinesAnswer | null>(null);
  fault = $state.raw<unknown>(null);
  /** What was found of positions before: it is shown until more is known. */
  readonly #known = new WeakMap<object, LinesAnswer>();
  #about: { place: object; asked: AskLines } | null = null;
  #ticket = 0;
  #stop = () => {};
  readonly #seen = () => (document.hidden ? this.#halt() : this.#begin());

  constructor(private readonly world: EngineWorld = WORLD) {
    looking += 1;
    document.addEventListener('visibilitychange', this.#seen);
  }

  /** Look at a place from now on; null: there is nothing to be thought about. */
  look(place: object, asked: AskLines | null): void {
    if (this.#about?.place === place) return;
    this.#about = asked && { place, asked };
    this.found = this.#known.get(place) ?? null;
    this.fault = null;
    this.#begin();
  }

  toggle(): void {
    this.on = !this.on;
    if (this.on) this.#begin();
    else this.#halt();
  }

  close(): void {
    this.#halt();
    document.removeEventListener('visibilitychange', this.#seen);
    looking -= 1;
    if (!looking) this.world.free();
  }

  #halt(): void {
    this.#ticket += 1;
    this.#stop();
    this.busy = false;
  }

  #begin(): void {
    this.#halt();
    const about = this.#about;
    if (!about || !this.on || document.hidden || this.#known.get(about.place)?.enough) return;
    const ticket = this.#ticket;
    this.busy = true;
    void this.world.goesOn(about.asked.position['game']).then((goesOn) => {
      if (ticket !== this.#ticket) return;
      if (!goesOn && this.#known.has(about.place)) return void (this.busy = false);
      const think = () => void this.#think(ticket, about.place, about.asked, goesOn);
      if (goesOn) think();
      else this.#stop = later(think, STAYS_MS);
    });
  }

  async #think(ticket: number, place: object, asked: AskLines, goesOn: boolean): Promise<void> {
    try {
      let answer: LinesAnswer;
      do {
        answer = await this.world.lines(asked);
        const before = this.#known.get(place);
        if (!before || answer.enough || answer.simulations >= before.simulations) this.#known.set(place, answer);
        if (ticket !== this.#ticket) return;
        this.found = this.#known.get(place)!;
        this.fault = null;
      } while (goesOn && !answer.enough);
    } catch (thrown) {
      if (ticket !== this.#ticket) return;
      this.fault = thrown;
    }
    this.busy = false;
  }
}
