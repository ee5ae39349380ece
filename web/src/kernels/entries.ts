// Written by tools/kernels.py from the loops' own signatures. Do not edit.

/** Where an array begins in the kernel's memory. */
export type Address = number;

export interface RulesEntries {
  legal(n: number, states: Address, index: number, out: Address): number;
  legal_mask(n: number, states: Address, index: number, mask: Address, buffer: Address): number;
  step(n: number, states: Address, index: number, action: number, buffer: Address): number;
  play(n: number, states: Address, index: number, action: number): void;
  playout(n: number, states: Address, index: number, rng: Address, buffer: Address, limit: number): number;
  observation(n: number, states: Address, index: number, seat: number, out: Address): void;
  begin_slice(n: number, states: Address, first: Address, where: Address, rngs: Address, low: number, high: number): void;
}

export interface SearchEntries {
  simulate(n_slots: number, n_nodes: number, n_edges: number, slots: Address, nodes: Address, edges: Address, buffers: Address, states: Address, net: Address, legal: Address, rng: Address, hidden: Address, number: number): number;
  resume(n_slots: number, n_nodes: number, n_edges: number, slots: Address, nodes: Address, edges: Address, buffers: Address, states: Address, net: Address, legal: Address, rng: Address, hidden: Address): number;
}
