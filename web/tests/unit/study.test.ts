// @vitest-environment node
import { describe, expect, it, test } from 'vitest';
import { fromLink, parsed, toLink } from '../../src/app/study/link';
import { isMain, LIMITS, NoStudy, pathTo, Study, type StudyNode } from '../../src/app/study/study';

const ROOT = { game: 'icecult', players: ['y', 'g'], to_move: 0 };
const about = { game: 'icecult', rulesVersion: 1, position: ROOT, names: ['Ada', 'Bo'] };

/** A study of these lines, each from the root. */
function study(...lines: string[][]): Study {
  const made = new Study(about);
  for (const line of lines) {
    let at: StudyNode = made.root;
    for (const action of line) at = made.add(at, action)!;
  }
  return made;
}

const texts = (path: StudyNode[]) => path.map(({ action }) => action);
const find = (made: Study, ...actions: string[]) =>
  actions.reduce((at, action) => at.children.find((child) => child.action === action)!, made.root);

describe('a tree of lines', () => {
  const made = () => study(['a', 'b', 'c'], ['a', 'd', 'e'], ['a', 'd', 'f']);

  it('goes the same way once', () => {
    expect(made().size).toBe(6);
    expect(texts(made().mainLine())).toEqual(['a', 'b', 'c']);
    expect(
      made()
        .ends()
        .map((end) => texts(pathTo(end))),
    ).toEqual([
      ['a', 'b', 'c'],
      ['a', 'd', 'e'],
      ['a', 'd', 'f'],
    ]);
  });

  it('makes any line the main line', () => {
    const one = made();
    one.promote(find(one, 'a', 'd', 'f'));
    expect(texts(one.mainLine())).toEqual(['a', 'd', 'f']);
    expect(isMain(find(one, 'a', 'b'))).toBe(false);
  });

  it('forgets a line with all that follows', () => {
    const one = made();
    expect(one.remove(find(one, 'a', 'd')).action).toBe('a');
    expect(one.size).toBe(3);
    expect(one.remove(one.root)).toBe(one.root);
  });

  it('tells what was drawn otherwise apart', () => {
    const one = new Study({ ...about, seenBy: 0 });
    expect(one.add(one.root, 'flip a1', 7)).not.toBe(one.add(one.root, 'flip a1', 8));
    expect(one.add(one.root, 'flip a1', 7)).toBe(one.root.children[0]);
    expect(one.sampled).toBe(true);
  });

  it('is full at some time', () => {
    const one = new Study(about);
    for (let n = 0; n < LIMITS.actions; n++) expect(one.add(one.root, `x${n}`)).not.toBeNull();
    expect(one.add(one.root, 'more')).toBeNull();
    expect(one.add(one.root, 'x0')).toBe(one.root.children[0]);
  });
});

describe('the document of a study', () => {
  const made = () => {
    const one = study(['a', 'b', 'c', 'g'], ['a', 'd', 'e'], ['a', 'd', 'f', 'h'], ['z']);
    Object.assign(find(one, 'a', 'd'), { name: 'The other way', remark: 'Not bad', turning: true });
    one.root.remark = 'As we left it';
    return one;
  };

  it('holds all of it, and where one was', () => {
    for (const path of [[], ['a'], ['a', 'b', 'c', 'g'], ['a', 'd'], ['a', 'd', 'e'], ['a', 'd', 'f', 'h'], ['z']]) {
      const written = made().write(find(made(), ...path));
      const same = made();
      const { study: again, at, damage } = Study.read(JSON.parse(JSON.stringify(same.write(find(same, ...path)))));
      expect(damage).toEqual([]);
      expect(again.write(at)).toEqual(written);
      expect(texts(pathTo(at))).toEqual(path);
    }
  });

  it('is short: a line is a list', () => {
    expect(study(['a', 'b'], ['a', 'c']).write()).toMatchObject({
      floe: 'study',
      version: 1,
      root: ROOT,
      line: ['a', { action: 'b', instead: [['c']] }],
    });
  });

  it('holds seeds and whose view it is', () => {
    const one = new Study({ ...about, seenBy: null });
    one.add(one.root, 'flip a1', 7);
    const { study: again } = Study.read(one.write());
    expect(again.about.seenBy).toBeNull();
    expect(again.root.children[0]).toMatchObject({ action: 'flip a1', seed: 7 });
  });

  it('is refused where nothing can be shown of it', () => {
    for (const bad of [null, [], 'text', {}, { floe: 'record' }, { floe: 'study', version: 1 }])
      expect(() => Study.read(bad)).toThrow(NoStudy);
    expect(() => Study.read({ floe: 'study', version: 1, root: { players: [] } })).toThrow('no_root');
  });

  it('is shown as far as it can be understood', () => {
    const given = { ...made().write(), line: ['a', 'b', 7, 'c'] };
    expect(Study.read(given)).toMatchObject({ damage: ['cut'] });
    expect(texts(Study.read(given).study.mainLine())).toEqual(['a', 'b']);
    expect(Study.read({ ...made().write(), version: 2 }).damage).toEqual(['newer_format']);
    expect(Study.read({ ...made().write(), line: undefined }).damage).toEqual(['cut']);
    expect(Study.read({ ...made().write(), line: ['x'.repeat(99)] }).damage).toEqual(['cut']);
    expect(Study.read({ ...made().write(), at: [1, 9, 'x'] }).at.action).toBe('a');
    const long = Array.from({ length: LIMITS.depth + 1 }, (_, n) => `x${n}`);
    expect(Study.read({ ...made().write(), line: long }).damage).toEqual(['too_large']);
    let nest: unknown[] = ['a'];
    for (let n = 0; n < 99; n++) nest = ['a', { action: 'b', instead: [nest] }];
    expect(Study.read({ ...made().write(), line: nest }).damage).toEqual(['too_large']);
  });
});

describe('the link of a study', () => {
  const long = study(Array.from({ length: 300 }, (_, n) => `${'abcd'[n % 4]}@${(n % 5) + 1}.1`)).write();

  it('is short, and brings all back', async () => {
    const text = await toLink(long);
    expect(text).toMatch(/^1[\w-]+$/);
    expect(text.length).toBeLessThan(1500);
    expect(await fromLink(text)).toEqual({ document: JSON.parse(JSON.stringify(long)), whole: true });
    expect((await fromLink(`${text}%20more`)).whole).toBe(true);
  });

  it('says so when it is none', async () => {
    for (const text of ['', '1', '1!!!', 'x123', '1AAAA', '0bm90IGpzb24'])
      await expect(fromLink(text)).rejects.toThrow(NoStudy);
  });

  it('is read as far as it goes, where its end is lost', async () => {
    const line = Array.from({ length: 400 }, (_, n) => `step ${(n * 7919) % 1000}`);
    const text = await toLink(study(line).write());
    const { document, whole } = await fromLink(text.slice(0, text.length * 0.8));
    expect(whole).toBe(false);
    const found = texts(Study.read(document).study.mainLine());
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(line.slice(0, found.length));
  });

  test.each([
    ['{"a": [1, {"b": 2}, {"c', { a: [1, { b: 2 }] }],
    ['{"a": "x, \\"y", "b": [1,', { a: 'x, "y', b: [1] }],
  ])('what is cut off is mended: %s', (text, expected) => {
    expect(parsed(text)).toEqual({ document: expected, whole: false });
  });
});
