/** Always the same chances, so that the ice looks alike at every visit. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
