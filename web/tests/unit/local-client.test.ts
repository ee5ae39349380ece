import { expect, test } from 'vitest';
import { LocalTables, type FromPage, type Port, type ToPage } from '../../src/local/client';
import { loading } from '../../src/local/loading.svelte';

const problem = { key: 'here', words: 'something went wrong in this page', rule: null, values: {} };

/** A worker that answers as the test says. */
function tables(): { tables: LocalTables; asked: FromPage[]; answer: (message: ToPage) => void } {
  const asked: FromPage[] = [];
  const port: Port = { postMessage: (message) => void asked.push(message), onmessage: null };
  const made = new LocalTables(port, 'https://floe.example/');
  return { tables: made, asked, answer: (data) => port.onmessage!({ data } as MessageEvent<ToPage>) };
}

test('a request is answered, or rejected with what keeps the page from answering', async () => {
  const { tables: local, asked, answer } = tables();
  expect(asked).toEqual([{ do: 'start', base: 'https://floe.example/' }]);
  const replies = [local.request('GET', '/api/server', null), local.request('GET', '/api/server', null)];
  const [first, second] = asked.slice(1) as { id: number }[];
  answer({ id: second!.id, problem });
  answer({ id: first!.id, result: { status: 200, answer: 1 } });
  await expect(replies[0]).resolves.toEqual({ status: 200, answer: 1 });
  await expect(replies[1]).rejects.toEqual(problem);
});

test.each([
  ['cannot be opened', { problem }, 'here'],
  ['is not there', { result: false }, 'no_table'],
])('a line to a table that %s ends with a word, and does not come back', (_, told, key) => {
  const { tables: local, asked, answer } = tables();
  const wire = local.connect('local-1', 0);
  const heard: { type: string; key: string; again: boolean }[] = [];
  wire.onmessage = ({ data }) => heard.push(JSON.parse(String(data)) as (typeof heard)[number]);
  answer({ id: (asked.at(-1) as { id: number }).id, ...told } as ToPage);
  expect(heard).toMatchObject([{ type: 'bye', key, again: false }]);
});

test('how far the loading has come is told to all screens', () => {
  const { answer } = tables();
  answer({ loading: { game: 'icecult', got: 1, total: 2 } });
  expect(loading()).toEqual({ game: 'icecult', got: 1, total: 2 });
  answer({ loading: null });
  expect(loading()).toBeNull();
});
