import { describe, expect, it } from 'vitest';
import { RECORDED } from './frames';
import { destination, parse, write } from '../../../src/games/igluiglu/model/notation';

describe('the written form of actions', () => {
  it('is read and written back for every action of the recorded positions', () => {
    const texts = RECORDED.flatMap(({ position, happened }) => [
      ...position.legal,
      ...happened.map(({ action }) => action).filter((action) => action !== null),
    ]);
    expect(texts.length).toBeGreaterThan(1000);
    for (const text of texts) {
      const action = parse(text);
      expect(action, text).not.toBeNull();
      expect(write(action!)).toBe(text);
    }
  });

  it.each([
    '',
    'jump c3',
    'walk c3',
    'walk c3 x',
    'walk i3 n',
    'walk c9 n',
    'hunt c3 f4',
    'energy 4',
    'flee w a1',
    'end now',
  ])('refuses %j', (text) => expect(parse(text)).toBeNull());

  it('says where an action leads', () => {
    expect(destination(parse('walk c3 n')!)).toBe('c4');
    expect(destination(parse('drift c3 w')!)).toBe('b3');
    expect(destination(parse('kayak c3 f6')!)).toBe('f6');
    expect(destination(parse('step d4 bear s')!)).toBe('d3');
    expect(destination(parse('melt g2')!)).toBe('g2');
    expect(destination(parse('walk h3 e')!)).toBeNull();
    expect(destination(parse('end')!)).toBeNull();
  });
});
