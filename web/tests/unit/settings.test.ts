import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
const load = () => import('../../src/app/settings.svelte');

test('what is chosen is kept, and what is not known is dropped', async () => {
  localStorage.setItem('floe.settings', JSON.stringify({ view: '2d', speed: 99, palette: 'nonsense', x: 1 }));
  const { settings, change, DEFAULTS } = await load();
  expect(settings()).toEqual({ ...DEFAULTS, view: '2d' });
  change({ sound: true });
  expect(JSON.parse(localStorage.getItem('floe.settings')!)).toMatchObject({ view: '2d', sound: true });
});

test('broken storage gives the defaults', async () => {
  localStorage.setItem('floe.settings', '{');
  const { settings, DEFAULTS } = await load();
  expect(settings()).toEqual(DEFAULTS);
});

test('the page follows the settings, and another tab too', async () => {
  const { apply, change, followSettings, settings } = await load();
  const stop = followSettings();
  change({ motion: 'reduced', palette: 'distinct', language: 'it' });
  await apply();
  const { dataset, lang } = document.documentElement;
  expect([dataset['motion'], dataset['palette'], lang]).toEqual(['reduced', 'distinct', 'it']);
  localStorage.setItem('floe.settings', JSON.stringify({ palette: 'polar', language: 'en' }));
  dispatchEvent(new StorageEvent('storage', { key: 'floe.settings' }));
  await apply();
  expect(settings().palette).toBe('polar');
  expect(document.documentElement.lang).toBe('en');
  stop();
});
