/** Being called back: the offer, the settings, and a push message that the service worker shows. */

import { expect, test } from 'vitest';
import type { TableView } from '../../src/protocol';
import { plays } from './alone';
import { fits, serious } from './axe';
import { LAPTOP, Person, PHONE, withBrowser } from './browser';

withBrowser({ webgl: false });

const SCREENS = [
  ['laptop', { ...LAPTOP, viewport: { width: 1440, height: 900 } }],
  ['phone', PHONE],
] as const;
/** What Chromium says of a page that was loaded before its service worker, which is not asked for here. */
const NO_SERVICE = /push service/;

/** Somebody whose browser would take push messages: no service can be reached from here, so it is stood in for. */
async function callable(screen: object, wishes = {}): Promise<Person> {
  const person = await Person.arrives({ ...screen, serviceWorkers: 'allow', permissions: ['notifications'] }, wishes);
  await person.context.addInitScript(() => {
    let asked: object | null = null;
    const coded = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    PushManager.prototype.getSubscription = async () => asked as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      if (!options?.userVisibleOnly || typeof options.applicationServerKey !== 'string') throw new Error('not so');
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const p256dh = coded(await crypto.subtle.exportKey('raw', pair.publicKey));
      const auth = coded(crypto.getRandomValues(new Uint8Array(16)).buffer);
      const endpoint = `https://fcm.googleapis.com/fcm/send/${Math.random().toString(36).slice(2)}`;
      const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
      asked = { endpoint, options: {}, toJSON, unsubscribe: async () => ((asked = null), true) };
      return asked as unknown as PushSubscription;
    };
  });
  return person;
}

async function controlled(person: Person): Promise<void> {
  await person.go('/');
  const ready = () => person.page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(ready).toBe(true);
}

/** A game over days of two people; the first is to move. */
async function slowTable(one: Person): Promise<TableView> {
  const settings = {
    game: 'icecult',
    seats: [{ who: 'me' as const }, { who: 'open' as const }],
    clock: { type: 'days' as const, days: 3 },
  };
  const table = await one.table({ settings });
  const other = await Person.arrives();
  await other.context.request.get(`${other.address}/api/me`);
  const sat = await other.context.request.post(`${other.address}/api/tables/${table.id}/sit`, { data: {} });
  expect(sat.ok(), await sat.text()).toBe(true);
  await other.leaves();
  return table;
}

const notices = async (person: Person) => (await person.context.request.get(`${person.address}/api/me/notices`)).json();

test('after the first move of a slow game it is offered once, and “not now” holds', async () => {
  const person = await callable(LAPTOP);
  await controlled(person);
  const { page } = person;
  await person.go(`/t/${(await slowTable(person)).id}`);
  const offer = page.getByText('Shall Floe let you know when it’s your turn again?');
  await page.locator('.play[data-waits]').waitFor();
  expect(await offer.count()).toBe(0);
  await plays(page, 1);
  await offer.waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  expect(await offer.count()).toBe(0);
  await person.go(`/t/${(await slowTable(person)).id}`);
  await plays(page, 1);
  await page.waitForTimeout(1000);
  expect(await offer.count()).toBe(0);
  expect((await notices(person)).addresses).toEqual([]);
  await person.leaves();
});

test('whoever says yes is called, and can mute a table', async () => {
  const person = await callable(PHONE, { language: 'de' });
  await controlled(person);
  const { page } = person;
  const table = await slowTable(person);
  await person.go(`/t/${table.id}`);
  await plays(page, 1);
  await page.getByRole('button', { name: 'Ja, gern' }).click();
  await page.getByText('Floe gibt dir Bescheid, wenn du am Zug bist.').waitFor();
  const { addresses, wishes } = await notices(person);
  expect(addresses).toMatchObject([{ channel: 'push', shown: 'fcm.googleapis.com', confirmed: true }]);
  expect(wishes.language).toBe('de');
  await page.getByRole('button', { name: 'Mehr' }).first().click();
  await page.getByRole('button', { name: 'Tisch stummschalten' }).click();
  await page.getByText('Zu diesem Tisch bekommst du keine Benachrichtigungen.').waitFor();
  const path = `${person.address}/api/me/notices/tables/${table.id}`;
  expect(await (await person.context.request.get(path)).json()).toEqual({ channels: [] });
  await person.leaves();
});

test.each(SCREENS)('a push message is shown, and says how many games wait, on a %s', async (_, screen) => {
  const person = await callable(screen);
  await controlled(person);
  const { page } = person;
  const devtools = await person.context.newCDPSession(page);
  const found = new Promise<string>((done) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(person.address));
      if (ours) done(ours.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const call = {
    title: 'Your turn in ICE CULT',
    body: 'Ada waits.',
    path: '/t/abcdef',
    tag: 'abcdef',
    lang: 'en',
    waiting: 2,
  };
  const message = { origin: person.address, registrationId: await found, data: JSON.stringify(call) };
  await devtools.send('ServiceWorker.deliverPushMessage', message);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag, lang, data }) => [
        title,
        body,
        tag,
        lang,
        data.url,
      ]);
    });
  const wanted = [call.title, call.body, call.tag, 'en', `${person.address}/t/abcdef`];
  await expect.poll(shown).toEqual([wanted]);
  await devtools.send('ServiceWorker.deliverPushMessage', {
    ...message,
    data: JSON.stringify({ ...call, body: 'Bo waits.' }),
  });
  await expect.poll(async () => (await shown()).map((one) => one[1])).toEqual(['Bo waits.']);
  await person.leaves(NO_SERVICE);
});

test.each(SCREENS)('the settings have all of it, by keyboard and without a barrier, on a %s', async (name, screen) => {
  const person = await callable(screen);
  await controlled(person);
  const { page } = person;
  // The server of these tests has no mail server behind it.
  await page.route('**/api/me/notices', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mail: true } });
  });
  await person.go('/settings');
  const panel = page.locator('#calling');
  await panel.getByRole('heading', { name: 'Your turn' }).waitFor();
  const push = panel.getByRole('switch', { name: 'Notifications in this browser' });
  await push.focus();
  await page.keyboard.press('Space');
  await page.getByText('Floe will let you know when it’s your turn.').waitFor();
  await panel.getByText('Browser notifications (fcm.googleapis.com)').waitFor();
  await panel.getByRole('switch', { name: 'Quiet hours' }).focus();
  await page.keyboard.press('Space');
  await panel.getByLabel('Until').fill('07:30');
  await panel.getByLabel('Until').blur();
  await expect.poll(async () => (await notices(person)).wishes).toMatchObject({ quiet_from: 1320, quiet_until: 450 });
  await panel.getByText('For chat bots').click();
  await panel.getByLabel('Webhook').fill('https://127.0.0.1/hook');
  await panel.getByRole('button', { name: 'Add' }).click();
  await page.getByText('This address can’t be called.').waitFor();
  expect(await fits(page)).toBe(true);
  expect(await serious(page)).toEqual([]);
  await panel.scrollIntoViewIfNeeded();
  if (process.env['PICTURES']) await panel.screenshot({ path: `${process.env['PICTURES']}/calling-${name}.png` });
  await push.click();
  await expect.poll(async () => (await notices(person)).addresses).toEqual([]);
  await person.leaves(/409/);
});

test('links in e-mail lead to a question, and one that is of no use says so', async () => {
  const person = await Person.arrives();
  await person.go(`/notices/confirm/${'a'.repeat(16)}.${'b'.repeat(40)}`);
  await person.page.getByRole('button', { name: 'Yes, it’s mine' }).click();
  await person.page.getByText('This link is no longer of any use.').waitFor();
  await person.go(`/notices/stop/${'a'.repeat(16)}.${'b'.repeat(40)}`);
  await person.page.getByRole('button', { name: 'Stop' }).waitFor();
  await person.leaves(/404/);
});
