// Written by tools/kernels.py from the loops' own signatures. Do not edit.

/** Where an array begins in the kernel's memory. */
export type Address = number;

export interface RulesEntries {
  /** The legal actions of one state. */
  legal(n: number, states: Address, index: number, out: Address): number;
  /** Which actions are legal in one state; answers how many are. */
  legal_mask(n: number, states: Address, index: number, mask: Address, buffer: Address): number;
  /** Play an action in place if it is legal; otherwise change nothing and say why not. */
  step(n: number, states: Address, index: number, action: number, buffer: Address): number;
  /** Play an action that is known to be legal, in place. */
  play(n: number, states: Address, index: number, action: number): void;
  /** Play one state at random until the game ends or ``limit`` actions were played; return how many were. */
  playout(n: number, states: Address, index: number, rng: Address, buffer: Address, limit: number): number;
  /** What a seat sees of one state. */
  observation(n: number, states: Address, index: number, seat: number, out: Address): void;
  /** Where it is asked for, go back to the first position, with a new deal from the state's own generator. */
  begin_slice(n: number, states: Address, first: Address, where: Address, rngs: Address, low: number, high: number): void;
}

export interface SearchEntries {
  /** So many simulations, fewer if the root's value is proven; return how many were made. An empty tree gets its root first. */
  simulate(n_slots: number, n_nodes: number, n_edges: number, slots: Address, nodes: Address, edges: Address, buffers: Address, states: Address, net: Address, legal: Address, rng: Address, hidden: Address, number: number): number;
}
