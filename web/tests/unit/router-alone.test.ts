/** Addresses where no server stands behind the page: what follows the `#` names the screen. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Router = typeof import('../../src/app/router.svelte');
let router: Router;
let stop = () => {};

beforeEach(async () => {
  document.head.innerHTML = '<meta name="floe-server" content="none" />';
  history.replaceState(null, '', '/some/games/index.html#/t/abc?ply=3');
  vi.resetModules();
  router = await import('../../src/app/router.svelte');
  stop = router.startRouter();
});
afterEach(() => {
  stop();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

test('the screen is read from behind the #', () => {
  expect(router.router.path).toBe('/t/abc');
  expect(router.router.query.get('ply')).toBe('3');
});

test('going elsewhere leaves the page where it is', () => {
  router.navigate('/cubes#abc');
  expect(location.href).toMatch(/\/some\/games\/index\.html#\/cubes#abc$/);
  expect([router.router.path, router.router.hash]).toEqual(['/cubes', '#abc']);
  router.navigate('/');
  expect(router.router.path).toBe('/');
  expect(router.wholeLink('/t/x')).toMatch(/\/some\/games\/index\.html#\/t\/x$/);
});

test.each([
  ['#/lobby', true, '/lobby'],
  ['#main', false, '/t/abc'],
  ['rules/icecult.html', false, '/t/abc'],
  ['/elsewhere#/lobby', false, '/t/abc'],
])('a click on %s', (href, taken, path) => {
  document.body.innerHTML = `<a href="${href}">there</a>`;
  let prevented = false;
  addEventListener(
    'click',
    (event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  document.querySelector('a')!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(prevented).toBe(taken);
  expect(router.router.path).toBe(path);
});

test('a # that names no screen is the home page', () => {
  history.replaceState(null, '', '#main');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(router.router.path).toBe('/');
});
