import { describe, expect, test } from 'vitest';
import { asMinutes, asTime } from '../../src/app/calling/calling.svelte';
import { pageFor, shownOf } from '../../src/offline/calling';

const SCOPE = 'https://example.org/';
const CALL = {
  title: 'Your turn in ICE CULT',
  body: 'Ada waits.',
  path: '/t/abcdef',
  tag: 'abcdef',
  lang: 'en',
  waiting: 2,
};

describe('how a push message is shown', () => {
  test('with its words, in its language, leading to its table', () => {
    const { title, options, waiting } = shownOf(JSON.stringify(CALL), SCOPE);
    expect([title, options.body, options.lang, waiting]).toEqual([CALL.title, CALL.body, 'en', 2]);
    expect(options.data).toEqual({ url: 'https://example.org/t/abcdef' });
    expect(options.tag).toBe('abcdef');
  });

  test.each([undefined, '', 'nonsense', 'null', '7', '{}', '{"path": "https://elsewhere.org/", "waiting": -1}'])(
    'also if it cannot be read: %s',
    (text) => {
      const { title, options, waiting } = shownOf(text, SCOPE);
      expect([title, waiting]).toEqual(['Floe', 0]);
      expect(options.data).toEqual({ url: 'https://example.org/games' });
    },
  );

  test.each(['//elsewhere.org/t/abcdef', '/t/../api', '/t/abcdef/../../x', 'javascript:alert(1)'])(
    'a click leads nowhere else: %s',
    (path) =>
      expect(shownOf(JSON.stringify({ ...CALL, path }), SCOPE).options.data.url).toBe('https://example.org/games'),
  );
});

describe('which page a click brings to the front', () => {
  const at = (path: string) => ({ url: `https://example.org${path}` });
  const table = 'https://example.org/t/abcdef';

  test('the one that has the table', () => {
    expect(pageFor([at('/'), at('/t/abcdef?x=1')], table)).toEqual(at('/t/abcdef?x=1'));
  });
  test('else one where nobody plays', () => {
    expect(pageFor([at('/t/other1'), at('/games')], table)).toEqual(at('/games'));
    expect(pageFor([at('/t/other1')], table)).toBeUndefined();
    expect(pageFor([], table)).toBeUndefined();
  });
});

test('hours are minutes after midnight', () => {
  expect(asTime(0)).toBe('00:00');
  expect(asTime(22 * 60 + 5)).toBe('22:05');
  expect(asMinutes('22:05')).toBe(1325);
  expect(asMinutes('')).toBeNull();
});
