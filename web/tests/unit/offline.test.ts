import { describe, expect, test } from 'vitest';
import { answerTo, cacheName, isShown, keyOf, oldCaches, versionOf, type Files } from '../../src/offline/caching';

const SCOPE = 'https://example.org/games/';
const FILES: Files = { 'assets/app-1234.js': null, 'kernels/rules.wasm': 'abcd', 'icon.svg': 'ef01' };

function asked(path: string, { method = 'GET', mode = 'cors' }: { method?: string; mode?: RequestMode } = {}) {
  return answerTo({ method, mode, url: new URL(path, SCOPE).href }, SCOPE, FILES);
}

describe('which requests are answered', () => {
  test.each([
    ['assets/app-1234.js', { key: 'assets/app-1234.js' }],
    ['kernels/rules.wasm', { key: 'kernels/rules.wasm?hash=abcd' }],
    ['icon.svg?x=1', { key: 'icon.svg?hash=ef01' }],
    ['assets/app-9999.js', null],
    ['/kernels/rules.wasm', null],
    ['https://elsewhere.org/games/icon.svg', null],
    ['toString', null],
  ])('a file: %s', (path, answer) => expect(asked(path)).toEqual(answer));

  test.each(['', 't/abc?ply=3', 'index.html', 'apis'])('a page: %s', (path) =>
    expect(asked(path, { mode: 'navigate' })).toEqual({ page: true }),
  );

  test.each(['api/me', 'api/tables/x/record', 'ws/tables/x', 'schema', 'health', 'metrics', 'docs/index.html'])(
    'never: %s',
    (path) => {
      expect(asked(path)).toBeNull();
      expect(asked(path, { mode: 'navigate' })).toBeNull();
    },
  );

  test('nothing that changes anything', () => {
    expect(asked('icon.svg', { method: 'POST' })).toBeNull();
    expect(asked('', { method: 'POST', mode: 'navigate' })).toBeNull();
  });
});

test('a file that did not change is kept under the same address in the next version', () => {
  expect(keyOf('icon.svg', FILES)).toBe(keyOf('icon.svg', { ...FILES, 'kernels/rules.wasm': '0000' }));
  expect(keyOf('kernels/rules.wasm', FILES)).not.toBe(keyOf('kernels/rules.wasm', { 'kernels/rules.wasm': '0000' }));
});

test('old caches are those of other versions, and of this app alone', () => {
  const mine = cacheName(SCOPE, 'new');
  const old = cacheName(SCOPE, 'old');
  const names = [mine, old, cacheName('https://example.org/', 'old'), cacheName(`${SCOPE}more/`, 'old'), 'another'];
  expect(oldCaches(names, SCOPE, 'new')).toEqual([old]);
});

test('a page says its version', () => {
  expect(versionOf('<head><meta name="floe-version" content="abc"></head>')).toBe('abc');
  expect(versionOf('<title>Bad gateway</title>')).toBeNull();
});

test.each([
  ['the same version', 200, 'own', true],
  ['a page of nobody’s', 404, null, true],
  ['a new version, not all of which is here yet', 200, 'newer', false],
  ['a proxy without a server', 502, null, false],
])('what the network gives as a page: %s', (_, status, version, shown) => {
  expect(isShown(status, version, 'own')).toBe(shown);
});
