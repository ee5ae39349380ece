/** The documentation is one click away, in one's own language, and the way back is there. */

import { expect, test } from 'vitest';
import { LAPTOP, Person, withBrowser } from './browser';

withBrowser({ webgl: false });

test.each([
  ['en', 'Documentation', '/docs/index.html', 'tower'],
  ['de', 'Dokumentation', '/docs/de/index.html', 'Turm'],
  ['fr', 'Documentation', '/docs/fr/index.html', 'tour'],
  ['it', 'Documentazione', '/docs/it/index.html', 'ghiaccio'],
] as const)('in %s', async (language, name, path, word) => {
  const person = await Person.arrives(LAPTOP, { language });
  const { page } = person;
  await person.go('/');
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  await page.waitForURL(`**${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await page.locator('input[name="q"]').first().fill(word);
  await page.keyboard.press('Enter');
  await page.locator('#search-results li a').first().waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).waitFor();
  await person.leaves();
});
