/** Tests that a message is missing from must fail, so a console error is an error. */
import { configure } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, vi } from 'vitest';

configure({ asyncUtilTimeout: 30_000 }); // a busy machine is no fault

beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
