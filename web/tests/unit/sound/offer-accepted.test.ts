import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { settings } from '../../../src/app/settings.svelte';
import SoundOffer from '../../../src/app/table/SoundOffer.svelte';
import { Listening } from './audio';

const ear = new Listening();
afterEach(cleanup);

test('sound is offered after some actions; whoever accepts hears what it is like, and is not asked again', async () => {
  const { container, rerender } = render(SoundOffer, { done: 2 });
  expect(container.querySelector('.ask')).toBeNull();
  await rerender({ done: 3 });
  const [yes] = container.querySelectorAll<HTMLElement>('.ask button');
  expect(ear.contexts).toBe(0);
  yes!.click();
  await tick();
  expect(settings().sound).toBe(true);
  expect(ear.played.length).toBeGreaterThan(0);
  expect(container.querySelector('.ask')).toBeNull();
  expect(JSON.parse(localStorage.getItem('floe.read')!)).toEqual(['sound']);
});
