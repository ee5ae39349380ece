import { expect, test } from 'vitest';
import { blocks, spans } from '../../src/ui/markdown';

test('words are marked as they are meant', () => {
  expect(spans('**Ruling:** a *cube set* is `fair`, 2 * 3 * 4')).toEqual([
    { kind: 'bold', text: 'Ruling:' },
    { kind: 'text', text: ' a ' },
    { kind: 'italic', text: 'cube set' },
    { kind: 'text', text: ' is ' },
    { kind: 'code', text: 'fair' },
    { kind: 'text', text: ', 2 * 3 * 4' },
  ]);
});

test('headings, paragraphs and tables are told apart', () => {
  const found = blocks('### IC-1 Directions\n\nOne\nline.\n\n| a | b |\n|---|---|\n| 1 | `2` |\n');
  expect(found.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'table']);
  expect(found[1]).toMatchObject({ spans: [{ text: 'One line.' }] });
  expect(found[2]).toMatchObject({
    head: [[{ text: 'a' }], [{ text: 'b' }]],
    rows: [[[{ text: '1' }], [{ kind: 'code', text: '2' }]]],
  });
});
