import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, setLanguage, t } from '../../../src/i18n';
import type { People } from '../../../src/games/game';
import { named, RECORDED } from './frames';
import { actionText, dueBrief, dueText, factText } from '../../../src/games/igluiglu/text/texts';
import { viewOf, CELLS } from '../../../src/games/igluiglu/model/view';
import { cellText } from '../../../src/games/igluiglu/text/words';

const people = (seats: number, me: number | null): People => ({
  colours: (['r', 'b', 'y', 'g'] as const).slice(0, seats),
  names: ['Ada', 'Bo', 'Cleo', 'Dan'].slice(0, seats),
  me,
});

/** A sentence for people: no key, no placeholder, nothing undefined, ends as a sentence does. */
function expectSentence(text: string): void {
  expect(text).not.toMatch(/igluiglu\.|undefined|null|[{}#]|NaN|\s{2,}/);
  expect(text).toMatch(/[.!?]$/);
}

describe.each(LANGUAGES)('in %s', (language) => {
  beforeAll(() => setLanguage(language));
  afterAll(() => setLanguage('en'));

  it('every fact, due thing, action and cell of the recorded positions has words', () => {
    const keys = new Set<string>();
    for (const { position, happened, seat } of RECORDED) {
      const view = viewOf(position.view);
      for (const me of [null, seat]) {
        const those = people(view.players.length, me);
        for (const fact of happened.flatMap(({ facts }) => facts)) {
          keys.add(fact.key);
          const text = factText(fact, those);
          if (text) expectSentence(text);
          else expect(['points', 'flipped']).toContain(fact.key);
        }
        if (view.to_move !== null) expectSentence(dueText(position.due, those, view.to_move));
      }
      for (const action of position.legal) {
        const text = actionText(action, position.view);
        expect(text).not.toMatch(/igluiglu\.|undefined|null|[{}#]/);
        expect(text).not.toBe(action);
      }
      for (const cell of CELLS) expect(cellText(view, cell)).toMatch(new RegExp(`^${cell}\\s?: .`));
    }
    expect(keys.size).toBeGreaterThan(18);
  });

  it('has a sentence for every reason to refuse', () => {
    const values = {
      cell: 'c3',
      target: 'd4',
      animal: 'f2',
      type: 'energy',
      direction: 'n',
      colour: 'r',
      price: 3,
      points: 1,
    };
    for (const key of REFUSALS) expectSentence(t(`igluiglu.refusal.${key}`, values));
  });
});

const REFUSALS = (
  'due_place due_flip due_drift due_shove due_act due_herd due_spear due_flee not_ring no_tile glacier tile_occupied ' +
  'not_at_sea not_at_ring push_blocked no_room not_in_the_way shove_not_sea bear_on_bear centre_closed type_played ' +
  'not_in_hand melt_igloo melt_not_at_sea no_animal out_of_reach bear_out_of_reach fish_needs_sea fox_needs_tile ' +
  'bear_off_board no_inuit walk_needs_tile kayak_needs_tile kayak_stays kayak_other_sea bear_needs_harpoon ' +
  'foreign_igloo points bear_for_points igloo_on_land igloo_there igloo_others igloos_built other_flees not_corner over'
).split(' ');

describe('in words', () => {
  beforeAll(() => setLanguage('en'));
  const two = people(2, 0);

  it('a person is told of their own doings as "you"', () => {
    const walked = { key: 'walked', values: { colour: 'r', from: 'c3', to: 'c4' } };
    expect(factText(walked, two)).toBe('You walk from c3 to c4.');
    expect(factText(walked, people(2, 1))).toBe('Ada walks from c3 to c4.');
  });

  it('a secret tile is told as one', () => {
    const flipped = { key: 'flipped', values: { seat: 1, cell: 'd3', kind: null } };
    const kept = { key: 'kept', values: { seat: 1, cell: 'd3', tile: null } };
    expect(factText(flipped, two)).toBe('');
    expect(factText(kept, two)).toBe('Bo flips d3 and keeps the tile hidden.');
  });

  it('numbers and plurals are right', async () => {
    const fish = (values: number[]) => factText({ key: 'fish_came', values: { cell: 'd3', values } }, two);
    expect(fish([2])).toBe('A fish comes up: 2.');
    expect(fish([1, 3])).toBe('Fish come up: 1 and 3.');
    await setLanguage('de');
    expect(t('igluiglu.inuit', { colour: 'r', n: 2 })).toBe('2 rote Inuit');
    expect(t('igluiglu.inuit', { colour: 'b', n: 1 })).toBe('1 blauer Inuit');
    await setLanguage('it');
    expect(t('igluiglu.inuit', { colour: 'g', n: 3 })).toBe('3 Inuit verdi');
    await setLanguage('en');
  });

  it('beside the hand it is not repeated what may be played, and with no points left the turn can end', () => {
    const due = (points: number) => [
      { key: 'points_left', values: { points } },
      { key: 'may_play', values: { types: ['melt'] } },
      { key: 'may_end', values: {} },
    ];
    expect(dueText(due(0), two, 0)).toBe('No points left. You may play: Melt. You can end your turn.');
    expect(dueBrief(due(0), two, 0)).toBe('No points left. You can end your turn.');
    expect(dueBrief(due(1), two, 0)).toBe('1 point left: choose an Inuit or an animal.');
    expect(dueText(due(0).slice(0, 1), two, 1)).toBe('Bo has no points left.');
  });

  it('beside the board it is told who hides, if that is a reason not to throw a harpoon', () => {
    const due = (answer: string) => [
      { key: 'answer_attack', values: { cell: 'c7' } },
      { key: 'harpoon', values: { answer } },
      { key: 'inuit_hide', values: {} },
    ];
    expect(dueBrief(due('ready'), two, 0)).toMatch(/You have a harpoon\. Your Inuit there hide in your igloo\.$/);
    expect(dueBrief(due('none'), two, 0)).toMatch(/You have no harpoon\.$/);
    expect(dueText(due('none'), two, 0)).toMatch(/hide in your igloo\.$/);
  });

  it('the asked player alone is told of the own harpoon', () => {
    const { position } = named('3 players, family, spear 1');
    const view = viewOf(position.view);
    const asked = dueText(position.due, people(3, view.to_move), view.to_move!);
    expect(asked).toContain('harpoon');
    const open = position.due.filter(({ key }) => key === 'answer_attack');
    const others = dueText([{ key: 'wait', values: { seat: view.to_move } }, ...open], people(3, null), view.to_move!);
    expect(others).toMatch(/may answer with a harpoon\.$/);
  });
});
