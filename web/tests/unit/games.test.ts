/** The folders of the games: what they have in common, and that nothing outside them knows a game by name. */

import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../../src/app/api';
import Home from '../../src/app/home/Home.svelte';
import Learn from '../../src/app/learn/Learn.svelte';
import NewTable from '../../src/app/newtable/NewTable.svelte';
import { navigate } from '../../src/app/router.svelte';
import { loadServer } from '../../src/app/server.svelte';
import { DEFAULTS } from '../../src/app/settings.svelte';
import { MANIFESTS, manifestOf } from '../../src/games';
import { setLanguage } from '../../src/i18n';
import { PROTOCOL } from '../../src/protocol';
import { outsideGame } from './making';

const SOURCES = import.meta.glob<string>('../../src/**/*.{ts,svelte,json}', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const NAMES = [...MANIFESTS.keys()];

test('no file outside the folders of the games names a game', () => {
  expect(NAMES.length).toBeGreaterThan(1);
  const named = new RegExp([...NAMES, 'ice cult', 'iglu iglu'].join('|'), 'i');
  const outside = Object.entries(SOURCES).filter(([path]) => !NAMES.some((name) => path.includes(`/games/${name}/`)));
  expect(outside.length).toBeGreaterThan(60);
  expect(outside.filter(([, source]) => named.test(source)).map(([path]) => path)).toEqual([]);
});

test('the folders have the same shape, so that whoever knows one finds everything in the other', () => {
  const shape = (name: string) =>
    Object.keys(SOURCES)
      .filter((path) => path.includes(`/games/${name}/`))
      .map((path) => path.split(`/games/${name}/`)[1]!);
  const common = [
    'index.ts',
    'ui.ts',
    'lessons.json',
    'Miniature.svelte',
    'board/Board.svelte',
    'board/TextBoard.svelte',
    'board/PlayerExtras.svelte',
    'board/choosing.svelte.ts',
    'model/view.ts',
    'model/notation.ts',
    'text/texts.ts',
    'text/reasons.ts',
    'i18n/en/texts.json',
    'i18n/en/lessons.json',
  ];
  const folders = ['art', 'board', 'i18n', 'model', 'options', 'pages', 'text'];
  for (const name of NAMES) {
    expect(shape(name), name).toEqual(expect.arrayContaining(common));
    const found = new Set(shape(name).flatMap((path) => (path.includes('/') ? [path.split('/')[0]!] : [])));
    expect([...found].filter((folder) => !folders.includes(folder))).toEqual([]);
  }
});

test('switches of games are called differently, and not as a setting of the app', () => {
  const switches = [...MANIFESTS.values()].flatMap((manifest) => manifest.switches ?? []);
  expect(new Set([...switches, ...Object.keys(DEFAULTS)]).size).toBe(switches.length + Object.keys(DEFAULTS).length);
});

test('a game without a folder is played on the plain board, whatever it is called', () => {
  for (const name of ['nim', 'plain', '__proto__']) expect(manifestOf(name)).toBe(manifestOf('chess'));
  expect(MANIFESTS.has('plain')).toBe(false);
});

describe('with a server that offers a game without a folder', () => {
  beforeEach(async () => {
    await setLanguage('en');
    const known = outsideGame({ name: NAMES[0]!, title: 'KNOWN', options: [], board: true, elo: { easy: 958 } });
    vi.spyOn(api, 'server').mockResolvedValue({
      version: '1',
      protocol: PROTOCOL,
      games: [known, outsideGame()],
      docs: false,
    });
    vi.spyOn(api, 'position').mockRejectedValue(new Error('away'));
    vi.spyOn(api, 'myTables').mockResolvedValue({ tables: [], more: null });
    vi.spyOn(api, 'lobby').mockResolvedValue({ tables: [], more: null });
    await loadServer();
  });
  afterEach(() => {
    cleanup();
    navigate('/');
  });

  test('the home page has a card for it, with its summary and its rules', async () => {
    render(Home);
    const card = within(await screen.findByRole('article', { name: 'Nim' }));
    expect(card.getByText('Whoever takes the last stone wins.')).toBeTruthy();
    expect(card.getByRole('link', { name: /The rules\s*Nim/ }).getAttribute('href')).toBe('/rules/nim');
    expect(card.queryByRole('link', { name: /How to play/ })).toBeNull();
    const other = within(screen.getByRole('article', { name: 'KNOWN' }));
    expect(other.getByRole('link', { name: /How to play/ })).toBeTruthy();
  });

  test('a table is set up with its options in the words of the server, and levels without a number', async () => {
    navigate('/new?game=nim');
    render(NewTable);
    const size = (await screen.findByLabelText('Heap size')) as HTMLInputElement;
    expect([size.value, size.min, size.max]).toEqual(['7', '1', '9']);
    expect(screen.getByText('Stones at first (N-1). 1 to 9.')).toBeTruthy();
    const levels = [...document.querySelectorAll('optgroup')[0]!.children].map((option) => option.textContent);
    expect(levels).toEqual(['Puffin – easy', 'patient – patient']);
    expect(screen.queryByText(/Elo as measured/)).toBeNull();
  });

  test('the lessons leave it out, and whoever asks for them sees those that there are', async () => {
    render(Learn, { props: { game: 'nim' } });
    expect(await screen.findByRole('heading', { name: 'KNOWN' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Nim' })).toBeNull();
  });
});
