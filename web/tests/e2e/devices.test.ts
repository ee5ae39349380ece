/** The same person on another device: by a link, by joining two, by a recovery code; and no longer, where it is removed. */

import { expect, test } from 'vitest';
import { fits, serious } from './axe';
import { against, LAPTOP, Person, PHONE, withBrowser } from './browser';

withBrowser({ webgl: false });

/** A person with a name and a game on a laptop. */
async function ada(): Promise<{ person: Person; table: string }> {
  const person = await Person.arrives(LAPTOP);
  const { id } = await person.table(against('icecult'));
  await person.go('/settings');
  await person.page.getByRole('link', { name: 'Devices and recovery code' }).click();
  await person.page.getByRole('heading', { name: 'Your devices', level: 1 }).waitFor();
  return { person, table: id };
}

/** A screen that is for everybody, and fits. */
async function isSound({ page }: Person): Promise<void> {
  expect(await serious(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
}

/** The link for another device, made on this one. */
async function linkOf({ page }: Person): Promise<string> {
  await page.getByRole('button', { name: 'Show link and QR code' }).click();
  await page.getByRole('img', { name: 'QR code for the link to your other device' }).waitFor();
  return page.getByLabel('Link for your other device').inputValue();
}

async function games({ page, address }: Person): Promise<string[]> {
  const { tables } = (await (await page.request.get(`${address}/api/me/tables`)).json()) as {
    tables: { id: string }[];
  };
  return tables.map(({ id }) => id).sort();
}

test('a link makes a phone the same person, and removing it ends that at once', async () => {
  const { person, table } = await ada();
  const phone = await Person.arrives(PHONE);
  const link = await linkOf(person);
  await isSound(person);
  await phone.page.goto(link);
  await phone.page.getByText('On this device, you would be:').waitFor();
  await phone.page.getByText('Ada', { exact: true }).waitFor();
  await phone.page.getByText('1 game, no puzzles tried').waitFor();
  expect(phone.page.url()).not.toContain(link.split('#')[1]); // it stays in no history
  expect(await games(phone)).toEqual([]); // nothing has happened yet
  await isSound(phone);
  await phone.page.getByRole('button', { name: 'Yes, that’s me' }).click();
  await phone.page.getByText('You’re yourself here now: Ada.').waitFor();
  expect(await games(phone)).toEqual([table]);

  // The laptop hears of it, and the link is used up.
  await person.page.getByText('is yours now, too.').first().waitFor();
  const stranger = await Person.arrives(PHONE);
  await stranger.page.goto(link);
  await stranger.page.getByText('This link has been used already, or it has expired.').waitFor();
  await stranger.leaves(/409/);

  // The phone has the table open when it is removed.
  await phone.go(`/t/${table}`);
  await phone.until((state) => state.table.seats.some(({ mine }) => mine));
  const others = person.page.getByRole('listitem').filter({ hasNotText: 'this device' });
  await others.getByRole('button', { name: /^Rename/ }).click();
  await person.page.getByLabel('Name of this device').fill('My phone');
  await person.page.getByRole('button', { name: 'Save' }).click();
  await person.page.getByRole('button', { name: 'Remove My phone' }).click();
  await person.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await person.page.getByText('My phone is no longer yours.').waitFor();
  await phone.page.getByText('This device was removed from your list').first().waitFor();
  expect((await phone.page.request.get(`${phone.address}/api/me/devices`)).status()).toBe(401);
  await phone.leaves();
  await person.leaves();
});

test('a device with games of its own is asked whether to join them', async () => {
  const { person, table } = await ada();
  const phone = await Person.arrives(PHONE);
  const own = await phone.table({ ...against('icecult'), name: 'Bo' });
  const link = await linkOf(person);
  await phone.page.goto(link);
  await phone.page.getByText('This device already has games of its own:').waitFor();
  await phone.page.getByText('Bo, 1 game').waitFor();
  await isSound(phone);
  await phone.page.getByRole('button', { name: 'No, leave everything as it is' }).click();
  await phone.page.getByRole('heading', { name: 'Your devices', level: 1 }).waitFor();
  expect(await games(phone)).toEqual([own.id]);

  await phone.page.goto(link); // it was not used
  await phone.page.getByRole('button', { name: 'Yes, join the two' }).click();
  await phone.page.getByText('You’re yourself here now: Ada.').waitFor();
  for (const one of [phone, person]) expect(await games(one)).toEqual([table, own.id].sort());
  await phone.page.getByRole('button', { name: 'My games' }).click();
  await phone.page.getByRole('heading', { name: 'My games', level: 1 }).waitFor();
  await phone.leaves();
  await person.leaves();
});

test('a recovery code brings a person back after the only device was left', async () => {
  const { person, table } = await ada();
  const { page } = person;
  await page.getByRole('button', { name: 'Leave this device' }).click();
  await page.getByText('This is your only device, and you have no recovery code.').waitFor();
  await page.getByRole('button', { name: 'Leave it as it is' }).click();
  await page.getByRole('button', { name: 'Make a recovery code' }).click();
  const code = await page.locator('.code').innerText();
  expect(code).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  await page.getByRole('button', { name: 'I’ve written it down' }).click();
  await page.getByText('You have a code, made on').waitFor();
  await page.getByRole('button', { name: 'Leave this device' }).click();
  await page.getByText('You’ll need your recovery code to come back to your games.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave this device' }).click();
  await page.waitForURL(`${person.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await games(person)).toEqual([]);

  // By keys alone.
  await person.go('/devices');
  await page.getByRole('link', { name: 'Enter a recovery code' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Recovery code').focus();
  await page.keyboard.type('00000-00000-00000-00000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('That code isn’t right').waitFor();
  await page.getByLabel('Recovery code').fill(code.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await page.getByText('Continue only if this is your own code.').waitFor();
  await page.getByRole('button', { name: 'Yes, that’s me' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('You’re yourself here now: Ada.').waitFor();
  expect(await games(person)).toEqual([table]);
  await person.leaves(/409|401/);
});
