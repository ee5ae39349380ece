import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepForGood } from '../../src/app/keeping';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function storage(has: boolean, persist: () => Promise<boolean>): void {
  vi.stubGlobal('navigator', { storage: { persisted: () => Promise.resolve(has), persist } });
}

test('the browser is asked to keep games when somebody plays the second time, and never again where it does', async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  storage(false, persist);
  await keepForGood();
  expect(persist).not.toHaveBeenCalled();
  await keepForGood();
  expect(persist).toHaveBeenCalledOnce();
  storage(true, persist);
  await keepForGood();
  expect(persist).toHaveBeenCalledOnce();
});

test('where it cannot be asked, or says no by failing, the game begins all the same', async () => {
  vi.stubGlobal('navigator', {});
  await keepForGood();
  await expect(keepForGood()).resolves.toBeUndefined();
  storage(false, () => Promise.reject(new Error('no')));
  await expect(keepForGood()).resolves.toBeUndefined();
});
