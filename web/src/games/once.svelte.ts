/** What is said once: an explanation that was read is not shown again, on this device. */

const KEPT_AS = 'floe.read';

let read = $state.raw<readonly string[]>(kept());

function kept(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return []; // storage that is switched off or holds something else
  }
}

export function wasRead(what: string): boolean {
  return read.includes(what);
}

export function nowRead(what: string): void {
  if (wasRead(what)) return;
  read = [...read, what];
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(read));
  } catch {
    // It then holds for this visit alone.
  }
}
