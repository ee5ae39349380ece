/** What the service worker does with a push message: how it is shown, and which page a click brings to the front. */

/** A message as the server sends it. */
interface Call {
  title: string;
  body: string;
  /** Where it leads to, on this server. */
  path: string;
  tag: string;
  lang: string;
  waiting: number;
}

export interface Shown {
  title: string;
  options: NotificationOptions & { renotify: boolean };
  waiting: number;
}

const TABLE = /^\/t\/[A-Za-z0-9_-]{6,32}$/;

/** What is shown of a message. A browser must show something for each, so one that cannot be read still says hello. */
export function shownOf(text: string | undefined, scope: string): Shown {
  const call = parsed(text);
  const path = TABLE.test(call.path ?? '') ? call.path! : '/games';
  return {
    title: call.title || 'Floe',
    options: {
      body: call.body ?? '',
      tag: call.tag || 'floe',
      renotify: true,
      lang: call.lang ?? '',
      icon: new URL('icons/192.png', scope).href,
      badge: new URL('icons/192.png', scope).href,
      data: { url: new URL(path.slice(1), scope).href },
    },
    waiting: Number.isInteger(call.waiting) && call.waiting! > 0 ? call.waiting! : 0,
  };
}

function parsed(text: string | undefined): Partial<Call> {
  try {
    const found: unknown = JSON.parse(text ?? '');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** The page to be brought to the front: one that shows it already, or any of ours that can go there. */
export function pageFor<Page extends { url: string }>(pages: readonly Page[], url: string): Page | undefined {
  const same = pages.find((page) => page.url.split(/[?#]/)[0] === url);
  return same ?? pages.find((page) => !new URL(page.url).pathname.startsWith('/t/'));
}
