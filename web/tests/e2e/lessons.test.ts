/** Both games' lessons, performed to the end on the board. */

import { expect, test } from 'vitest';
import { allows, lessons } from '../../src/learn/lessons';
import { LAPTOP, Person, withBrowser } from './browser';

withBrowser();

test.each(['icecult', 'igluiglu'])('the lessons of %s can be done to the end', async (game) => {
  const steps = await lessons(game);
  const person = await Person.arrives(LAPTOP);
  const { page } = person;
  for (const [index, step] of steps.entries()) {
    await person.go(`/learn/${game}/${index + 1}`);
    await page.locator('#lesson-title').waitFor();
    for (const task of step.tasks) {
      if (task.auto) continue;
      const done = page.locator('.task').innerText();
      await perform(game, page, (action) => allows(task, action));
      void done;
    }
    await page.locator('.words .done, .words .buttons').first().waitFor();
    await expect.poll(async () => (step.tasks.length ? page.locator('.words .done').count() : 1)).toBeGreaterThan(0);
  }
  await person.leaves();
});

type Where = Awaited<ReturnType<typeof Person.arrives>>['page'];

/** Do whatever the board offers until one action was made: the board offers only what the task allows. */
async function perform(game: string, page: Where, allowed: (action: string) => boolean): Promise<void> {
  const asked = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/try') && answer.request().postData()!.includes('"action"'),
  );
  let made = false;
  void asked.then(() => (made = true));
  for (let tries = 0; !made && tries < 40; tries++) {
    const offers =
      game === 'icecult'
        ? page.locator('.board [data-action]:visible:not([aria-disabled="true"]), .board .end button:visible')
        : page.locator(
            '.board .option:visible, .board .tile.able:visible, .board .cell.pickable, .board .end button:visible',
          );
    const all = await offers.all();
    let chosen = all[tries % Math.max(1, all.length)];
    for (const offer of game === 'icecult' ? all : []) {
      const action = await offer.getAttribute('data-action');
      if (action && allowed(action)) chosen = offer;
    }
    if (game === 'icecult' && chosen && !(await chosen.getAttribute('data-action')) && !allowed('end')) {
      const items = await page.locator('.board .item:visible:not(.dim)').all();
      chosen = items[tries % Math.max(1, items.length)] ?? chosen;
    }
    await chosen?.click({ timeout: 5_000 }).catch(() => {});
    await page.waitForTimeout(120);
  }
  await asked;
}
