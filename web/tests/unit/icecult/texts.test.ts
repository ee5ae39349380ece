import { beforeEach, describe, expect, test } from 'vitest';
import { actionText, dueBrief, dueText, factText } from '../../../src/games/icecult/text/texts';
import { LANGUAGES, setLanguage } from '../../../src/i18n';
import { frames, people } from './frames';

describe.each(LANGUAGES)('%s', (language) => {
  beforeEach(() => setLanguage(language));

  test('says every legal action in its own words', () => {
    for (const { position } of frames) {
      const said = position.legal.map((action) => actionText(action, position.view));
      for (const text of said) expect(text).toMatch(/\S+ \S+/);
      // Two actions that read alike could not be told apart by a person who does not see the board. Only arrows of the same
      // colour and direction are alike in fact.
      const alike = position.legal.filter((_, i) => said.indexOf(said[i]!) !== i);
      for (const action of alike) expect(action).toMatch(/@/);
    }
  });

  test('says every fact, or leaves it out on purpose', () => {
    const keys = new Set<string>();
    for (const { happened } of frames)
      for (const fact of happened.flatMap(({ facts }) => facts)) {
        const text = factText(fact, people);
        keys.add(fact.key);
        if (['threat_ended', 'stalled'].includes(fact.key)) continue;
        expect(text, fact.key).toMatch(/\S+ \S+/);
        expect(text).not.toMatch(/[{}]|undefined|NaN/);
      }
    expect(keys.size).toBeGreaterThan(7);
  });

  test('says what is due, to oneself and of others', () => {
    for (const { position, seat } of frames) {
      if (seat === null) continue;
      const own = dueText(position.due, { ...people, me: seat }, seat, position.view);
      const other = dueText(position.due, { ...people, me: null }, seat, position.view);
      expect(own).toMatch(/\S+ \S+/);
      expect(other).toContain(people.names[seat]);
      expect(own).not.toMatch(/[{}]|undefined/);
      const brief = dueBrief(position.due, { ...people, me: seat }, seat, position.view);
      expect(brief).toMatch(/\S+ \S+/);
      expect(brief).not.toMatch(/[{}]|undefined/);
      expect(brief.length, brief).toBeLessThanOrEqual(70); // two lines on a phone
    }
  });
});

test('beside the board what is due is counted, and what must be done is told from what may', async () => {
  await setLanguage('en');
  const view = frames.find(({ position }) => position.view['phase'] === 'move')!.position.view;
  const brief = (circles: string) =>
    dueBrief(
      [
        { key: 'use_arrows', values: { slots: ['a', 'b'] } },
        { key: 'use_circles', values: { circles: 1, must: circles === 'must' } },
        { key: 'may_turn', values: { arcs: 1 } },
      ],
      { ...people, me: 0 },
      0,
      view,
    );
  expect(brief('must')).toBe('Still to use: 2 arrows and 1 circle. Optional: 1 arc.');
  expect(brief('may')).toBe('Still to use: 2 arrows. Optional: 1 circle and 1 arc.');
});

test('in English it reads as it should', async () => {
  await setLanguage('en');
  const fact = (key: string, values: Record<string, unknown>) => factText({ key, values }, people);
  expect(fact('tilt', { pair: 'n', toward: 's', slots: ['a', 'b'], poses: {}, tops: { a: 'y>n', b: 'arc' } })).toBe(
    'The northern pair tilts south. On top: north-west: yellow arrow to the north, north-east: black arc.',
  );
  expect(fact('enter', { colour: 'r', path: 'w', standing: 1, slot: 'a', circle: false })).toBe(
    'A red pawn enters the west path.',
  );
  const step = { colour: 'b', path: 'n', from: 2, to: 3, standing: 1, slot: 'a' };
  expect(fact('step', { ...step, lands: 3, riders: 'yg', circle: true })).toBe(
    'A blue pawn steps to space 3 of the north path, carrying 2 others, on top of 2 others (with a circle).',
  );
  expect(fact('home', { ...step, riders: '', circle: false })).toBe('A blue pawn comes home from the north path.');
  expect(fact('stalled', { turns: 3, limit: 60 })).toBe('');
  expect(fact('stalled', { turns: 40, limit: 60 })).toBe('40 turns without a step; at 60 it is a draw.');
  expect(fact('won', { winners: [0], rule: 'IC-20', reason: 'home' })).toBe('You win: all five pawns are home.');
  expect(fact('won', { winners: [0, 1], rule: 'IC-21', reason: 'tower' })).toBe(
    'You share the win with Bo, each with a tower.',
  );
});
