/** The service worker as the page sees it: it is registered, and a new version of the app is offered, never forced. */

const LOOK_EVERY_MS = 3_600_000;

let waiting = $state.raw<ServiceWorker | null>(null);
let others = $state(false);

/** Whether all of a new version is on this device. */
export function updateReady(): boolean {
  return waiting !== null;
}

/** Whether other tabs have to be closed before it can begin. */
export function othersOpen(): boolean {
  return others;
}

/** Keep the app on this device, where the browser can: over https and on one's own machine. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // First the page itself has all that it loads.
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
  try {
    const address = new URL('sw.js', document.baseURI);
    follow(await navigator.serviceWorker.register(address, { updateViaCache: 'none' }));
  } catch {
    // Not everywhere may pages keep themselves. The app is the same, as long as there is a connection.
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The very first version is no update.
    waiting = navigator.serviceWorker.controller ? registration.waiting : null;
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    registration.update().catch(() => {}); // there is no connection
  });
}

/** Begin with the new version: the page is loaded anew, unless other tabs still need the old one. */
export async function update(): Promise<void> {
  if (!waiting) return;
  const { port1, port2 } = new MessageChannel();
  const begun = new Promise<boolean>((answered) => (port1.onmessage = ({ data }) => answered(Boolean(data))));
  const changed = new Promise((done) =>
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
  );
  waiting.postMessage('begin', [port2]);
  others = !(await begun);
  if (others) return;
  await changed;
  location.reload();
}

/** The server speaks another language than this page. Load what it has now, and what was kept of the app no longer. */
export async function startAfresh(): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration(document.baseURI).catch(() => undefined);
  await found?.unregister();
  location.reload();
}
