/** The table of figures, printed when all are measured, and written to the file that BENCH_MARKDOWN names. */

import { appendFileSync, existsSync, writeFileSync } from 'node:fs';

export type Row = [what: string, figure: string, wanted: string];

export const kb = (value: number) => `${value.toFixed(1)} kB`;
export const ms = (value: number) => `${value.toFixed(0)} ms`;

export function report(rows: readonly Row[]): void {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  const head = ['| figure | measured | wanted |', '|---|---|---|'];
  console.log(`\n${[...head, ...lines].join('\n')}\n`);
  const file = process.env['BENCH_MARKDOWN'];
  if (!file) return;
  if (!existsSync(file)) writeFileSync(file, `${head.join('\n')}\n`);
  appendFileSync(file, `${lines.join('\n')}\n`);
}
