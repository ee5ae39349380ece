/** What is kept about a person can be taken along and deleted, on the page that tells what it is. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { against, LAPTOP, Person, withBrowser } from './browser';

withBrowser({ webgl: false });

test('the page is found from everywhere, and one’s data are downloaded and deleted there', async () => {
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  await person.go('/');
  const table = await person.table(against('icecult'));
  const there = async () => (await page.request.get(`${person.address}/api/tables/${table.id}`)).status();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy' }).waitFor();
  await page.getByText('What is kept about you stays until you delete it.').waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  const data = JSON.parse(await readFile(await file.path(), 'utf-8'));
  expect(data.tables.map(({ id }: { id: string }) => id)).toContain(table.id);

  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect(await there()).toBe(200);
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByText('Everything about you is deleted.').first().waitFor();
  expect(await there()).toBe(404);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByText('Nothing is kept about you here.').first().waitFor();
  await person.leaves();
});
