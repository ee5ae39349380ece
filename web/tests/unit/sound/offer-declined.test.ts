import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { settings } from '../../../src/app/settings.svelte';
import SoundOffer from '../../../src/app/table/SoundOffer.svelte';
import { Listening } from './audio';

const ear = new Listening();
afterEach(cleanup);

test('whoever declines the offer hears nothing, and is not asked again', async () => {
  const { container, rerender } = render(SoundOffer, { done: 3 });
  const [, no] = container.querySelectorAll<HTMLElement>('.ask button');
  no!.click();
  await tick();
  expect(settings().sound).toBe(false);
  expect(ear.contexts).toBe(0);
  await rerender({ done: 9 });
  expect(container.querySelector('.ask')).toBeNull();
  expect(JSON.parse(localStorage.getItem('floe.read')!)).toEqual(['sound']);
});
