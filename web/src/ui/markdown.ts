/** The little Markdown that the rules pages use: headings, paragraphs, tables; bold, italics and code within. */

export interface Span {
  kind: 'text' | 'bold' | 'italic' | 'code';
  text: string;
}

export type Block =
  | { kind: 'heading'; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] };

const KINDS = { '**': 'bold', '*': 'italic', '`': 'code' } as const;

export function spans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part): Span => {
      const mark = /^(\*\*|\*|`)(.+)\1$/s.exec(part);
      return mark ? { kind: KINDS[mark[1] as keyof typeof KINDS], text: mark[2]! } : { kind: 'text', text: part };
    });
}

const REFERENCE = /\b([A-Z]{2,}-\d+)\b/;

/** Text with the numbers of rules in it: every second part is one. */
export function references(text: string): string[] {
  return text.split(REFERENCE);
}

export function blocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part): Block => {
      if (part.startsWith('|')) return table(part.split('\n'));
      const heading = /^#+ (.*)$/.exec(part);
      return heading
        ? { kind: 'heading', spans: spans(heading[1]!) }
        : { kind: 'paragraph', spans: spans(part.replace(/\n/g, ' ')) };
    });
}

function table(lines: string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => spans(cell.trim()));
  const [head, , ...rows] = lines;
  return { kind: 'table', head: cells(head ?? ''), rows: rows.map(cells) };
}
