/** Do something after a while. Answers how to call it off. */
export function later(what: () => void, ms: number): () => void {
  const timer = setTimeout(what, ms);
  return () => clearTimeout(timer);
}
