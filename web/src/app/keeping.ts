/** Games on this device are to stay there: a browser that runs short of space may throw away what nobody asked it to keep. */

const PLAYED = 'floe.played_here';

/**
 * A game begins that is kept on this device. The browser is asked to keep it for good, some by a question to the person:
 * so not before somebody plays here the second time.
 */
export async function keepForGood(): Promise<void> {
  const before = localStorage.getItem(PLAYED) !== null;
  localStorage.setItem(PLAYED, '1');
  if (!before || !navigator.storage?.persist) return;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // then it is kept as long as there is room
  }
}
