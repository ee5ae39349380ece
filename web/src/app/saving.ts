/** Files that people keep. */

import { later } from './later';

/** Save a file under a name, as if a link to it had been followed. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  later(() => URL.revokeObjectURL(link.href), 60_000); // some browsers begin to read only after a while
}

/** Save a game's record. */
export function saveRecord(record: Record<string, unknown>, name: string): void {
  save(new Blob([`${JSON.stringify(record, null, 1)}\n`], { type: 'application/json' }), `${name}.floe.json`);
}
