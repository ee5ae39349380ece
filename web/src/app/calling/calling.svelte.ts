/** How the person is called back when a game waits: what the server knows of it, and what this browser can do. */

import { language } from '../../i18n';
import type { Notices, NoticeWishes } from '../../protocol';
import { api } from '../api';

/** Under what name is kept that it was offered. */
export const CALL_OFFER = 'calling';

let known = $state.raw<Notices | null>(null);

export function calling(): Notices | null {
  return known;
}

export async function loadCalling(): Promise<Notices> {
  return (known = await api.notices());
}

/** What an answer of the server's says is known from now on. */
export async function learn(answer: Promise<Notices>): Promise<Notices> {
  return (known = await answer);
}

export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Change some wishes. Language and time zone are those of the page. */
export function wish(changes: Partial<NoticeWishes> = {}): Promise<Notices> {
  const now = known?.wishes;
  return learn(api.wishNotices({ ...now, ...changes, language: language(), zone: timeZone() }));
}

/** Whether messages can reach this browser: `blocked` if the person has said so, null if it cannot at all. */
export async function pushHere(): Promise<'on' | 'off' | 'blocked' | null> {
  const registration = await ours();
  if (!registration || !('Notification' in globalThis)) return null;
  if (Notification.permission === 'denied') return 'blocked';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

async function ours(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return null;
  return (await navigator.serviceWorker.getRegistration(document.baseURI).catch(() => null)) ?? null;
}

/** Let this browser be called. False if the person does not allow it. Throws what goes wrong. */
export async function callHere(): Promise<boolean> {
  const key = (known ?? (await loadCalling())).push_key;
  const registration = await ours();
  if (!key || !registration || (await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  if (old && !sameKey(old.options.applicationServerKey, key)) await old.unsubscribe(); // of another server
  const found = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  await learn(api.addPush({ endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! }));
  await wish();
  return true;
}

function sameKey(own: ArrayBuffer | null, key: string): boolean {
  const text = btoa(String.fromCharCode(...new Uint8Array(own ?? new ArrayBuffer())));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}

/** Call this browser no more. The server finds out by itself, when it tries the next time. */
export async function callHereNoMore(): Promise<void> {
  const found = await (await ours())?.pushManager.getSubscription();
  const service = found ? new URL(found.endpoint).host : null;
  await found?.unsubscribe();
  const same = (known?.addresses ?? []).filter((one) => one.channel === 'push' && one.shown === service);
  if (same.length === 1) await learn(api.removeAddress(same[0]!.id));
}

/** Minutes after midnight as a field for times has them, and back; null for an empty one. */
export function asTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function asMinutes(time: string): number | null {
  const found = /^(\d{2}):(\d{2})/.exec(time);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}
