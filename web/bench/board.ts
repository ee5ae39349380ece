/** What is measured of a board, whichever way it is drawn. */

import { against, Person, type Wishes } from '../tests/e2e/browser';
import { boardAfter, frames, median, pointingAt, watch, worst } from './measuring';
import { ms, type Row } from './report';

/** `things` are what one points at, and `click` says whether the first of them is also clicked, so that the board moves. */
export async function board(
  name: string,
  game: 'icecult' | 'igluiglu',
  wishes: Wishes,
  things: string,
  click: boolean,
): Promise<Row[]> {
  const person = await Person.arrives(
    { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' },
    wishes,
  );
  const { page } = person;
  await watch(page);
  const table = await person.table(against(game));
  const shown = await boardAfter(page, `${person.address}/t/${table.id}`);
  await page.waitForTimeout(1000);
  const pointed = await pointingAt(page, things);
  const gaps = await frames(page, async () => {
    if (click) await page.locator(things).first().click();
    await page.waitForTimeout(1500);
  });
  await person.leaves();
  const pair = (values: number[]) => `${ms(median(values))}, ${ms(worst(values))}`;
  return [
    [`${name}: from navigation to the board`, ms(shown), '1500 ms at most'],
    [`${name}: from pointing until the preview is in the page, middle and worst`, pair(pointed.done), 'under 50 ms'],
    [`${name}: until it is painted`, pair(pointed.painted), 'under 50 ms'],
    [`${name}: between two frames while it moves, middle`, ms(median(gaps)), ''],
  ];
}
