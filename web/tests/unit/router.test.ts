import { afterEach, beforeEach, expect, test } from 'vitest';
import { match, navigate, router, startRouter } from '../../src/app/router.svelte';

let stop = () => {};
beforeEach(() => {
  stop = startRouter();
  navigate('/', { replace: true });
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

test.each([
  ['/', '/', {}],
  ['/t/:id', '/t/abc', { id: 'abc' }],
  ['/t/:id', '/t/a%20c/', { id: 'a c' }],
  ['/t/:id', '/t', null],
  ['/t/:id', '/t/', null],
  ['/t/:id', '/t/a/b', null],
  ['/learn/:game/:step', '/learn/icecult/3', { game: 'icecult', step: '3' }],
])('%s and %s', (pattern, path, found) => {
  expect(match(pattern, path)).toEqual(found);
});

/** Click on a link; answers whether the app took it. What the app leaves to the browser is kept from it here. */
function clicked(html: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  let taken = false;
  const last = (event: Event) => {
    taken = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', last, { once: true });
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  document.querySelector('a span, a')!.dispatchEvent(event);
  return taken;
}

test('a link within the app is followed without loading the page', () => {
  expect(clicked('<a href="/lobby?x=1"><span>to</span></a>')).toBe(true);
  expect(router.path).toBe('/lobby');
  expect(router.query.get('x')).toBe('1');
});

test.each([
  ['<a href="/lobby" target="_blank">new tab</a>', {}],
  ['<a href="/lobby">new tab</a>', { ctrlKey: true }],
  ['<a href="/lobby">new window</a>', { shiftKey: true }],
  ['<a href="/lobby" download>file</a>', {}],
  ['<a href="/api/tables/x/record">file</a>', {}],
  ['<a href="/docs/index.html">documentation</a>', {}],
  ['<a href="https://example.org/">elsewhere</a>', {}],
  ['<a href="#main">skip</a>', {}],
])('the browser follows %s %o', (html, init) => {
  expect(clicked(html, init)).toBe(false);
  expect(router.path).toBe('/');
});

test('going elsewhere makes a step for the back button, and a place within a screen does not', () => {
  const before = history.length;
  navigate('/replay/x?ply=1');
  expect(history.length).toBe(before + 1);
  navigate('/replay/x?ply=2', { replace: true });
  expect(history.length).toBe(before + 1);
  expect(router.query.get('ply')).toBe('2');
});
