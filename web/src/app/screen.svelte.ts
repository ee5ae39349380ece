/** What the screen is: whether there are keys, and whether the app can have all of it. */

const fingers = matchMedia('(hover: none) and (pointer: coarse)');
let touched = $state(fingers.matches);
fingers.addEventListener?.('change', () => (touched = fingers.matches));

/** Whether keys are worth a word: not where fingers are all there is. */
export function hasKeys(): boolean {
  return !touched;
}

let filled = $state(false);
if (typeof document !== 'undefined')
  document.addEventListener('fullscreenchange', () => (filled = document.fullscreenElement !== null));

export function canFillScreen(): boolean {
  return document.fullscreenEnabled === true;
}

export function fillsScreen(): boolean {
  return filled;
}

/** Have the whole screen, or give it back. A browser that refuses leaves all as it is. */
export async function fillScreen(): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => {},
  );
}
