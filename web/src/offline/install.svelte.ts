/** Installing the app, where the browser offers it. */

/** Browsers that know this event offer to install a page, and let the page choose when. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<Offer | null>(null);

export function canInstall(): boolean {
  return offer !== null;
}

/** Listen from the start: the offer comes once, and early. */
export function followInstalling(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as Offer;
  });
  addEventListener('appinstalled', () => (offer = null));
}

/** An offer can be taken up once; if the person then says no, the browser may make another. */
export async function install(): Promise<void> {
  const taken = offer;
  offer = null;
  await taken?.prompt();
}
