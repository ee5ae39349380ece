import { afterEach, expect, test, vi } from 'vitest';
import { api, Failure } from '../../src/app/api';
import { problemOf, problemText } from '../../src/app/problems';
import { setLanguage } from '../../src/i18n';

const problem = { key: 'full', words: 'no seat is open', rule: null, values: {} };

afterEach(() => vi.unstubAllGlobals());

test('a problem is told in the language of the person, or else in the words of the server', async () => {
  await setLanguage('de');
  expect(problemText(problem)).toBe('Alle Plätze sind besetzt.');
  expect(problemText({ ...problem, key: 'no_such_key' })).toBe('no seat is open');
  expect(problemText({ ...problem, key: 'too_many' })).toBe('no seat is open');
  expect(problemText({ ...problem, key: 'too_many', values: { limit: 3 } })).toContain('3 Tische');
  await setLanguage('en');
});

async function failure(response: unknown): Promise<Failure> {
  vi.stubGlobal('fetch', async () => {
    if (response instanceof Error) throw response;
    return response;
  });
  const thrown: unknown = await api.me().catch((fault: unknown) => fault);
  expect(thrown).toBeInstanceOf(Failure);
  return thrown as Failure;
}

test('what the server says went wrong is thrown', async () => {
  const fault = await failure(Response.json(problem, { status: 409 }));
  expect(fault.status).toBe(409);
  expect(problemOf(fault)).toEqual(problem);
});

test('an answer that is not the server’s own is a fault of the server', async () => {
  expect((await failure(new Response('<html>', { status: 502 }))).problem.key).toBe('server');
  expect((await failure(new Response('oops', { status: 200 }))).problem.key).toBe('server');
});

test('no answer at all means that the server cannot be reached', async () => {
  const fault = await failure(new TypeError('failed to fetch'));
  expect([fault.status, fault.problem.key]).toEqual([0, 'offline']);
});

test('an animation is a file, asked for in the language of the person; what goes wrong is a problem as everywhere', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return asked.length < 3 ? new Response('GIF89a') : Response.json(problem, { status: 409 });
  });
  await setLanguage('fr');
  expect(await (await api.animation('abcdef')).text()).toBe('GIF89a');
  expect(await (await api.animate({ record: {} })).text()).toBe('GIF89a');
  expect(asked).toEqual(['/api/tables/abcdef/animation.gif?lang=fr', '/api/animation.gif?lang=fr']);
  const thrown: unknown = await api.animation('abcdef').catch((fault: unknown) => fault);
  expect(problemOf(thrown)).toEqual(problem);
  await setLanguage('en');
});

test('what a game refuses of the settings is told in its words', async () => {
  await setLanguage('fr');
  const refused = { key: 'II-5.red_and_blue', words: 'two play red and blue', rule: 'II-5', values: {} };
  expect(problemText(refused, 'igluiglu')).toBe('À deux, on joue rouge et bleu.');
  const mix = { key: 'II-3.mix_sum', words: '', rule: 'II-3', values: { wanted: 56, found: 55 } };
  expect(problemText(mix, 'igluiglu')).toBe('Un mélange a 56 tuiles, celui-ci en a 55.');
  expect(problemText({ key: 'settings', words: 'x', rule: null, values: {} })).not.toBe('x');
  await setLanguage('en');
});
