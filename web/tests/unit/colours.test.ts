import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES, setLanguage, setPalette, t } from '../../src/i18n';
import { joined, withOrange } from '../../src/i18n/colours';

afterEach(() => setPalette('polar'));

const RED = { en: 'red', de: 'rot', fr: 'rouge', it: 'rosso' };
const ORANGE = { en: 'orange', de: 'orange', fr: 'orange', it: 'arancion' };

describe.each(LANGUAGES)('in %s', (language) => {
  test('the colour that is drawn as orange is called so, and red again with the other palette', async () => {
    await setLanguage(language);
    const named = () => t('frame.colour.r').toLowerCase();
    expect(named()).toContain(RED[language]);
    setPalette('distinct');
    expect(named()).toContain(ORANGE[language]);
    setPalette('polar');
    expect(named()).toContain(RED[language]);
  });

  test('so it is inside of sentences; the other colours keep their names', async () => {
    await setLanguage(language);
    const said = (colour: string) => t('icecult.symbol.arrow', { colour, direction: 'n' });
    const [before, green] = [said('r'), said('g')];
    setPalette('distinct');
    expect(said('r')).not.toBe(before);
    expect(said('r').toLowerCase()).toContain(ORANGE[language]);
    expect(said('g')).toBe(green);
    // The server names colours by whole words; the choice is still found.
    expect(t('icecult.refusal.start_empty', { colour: 'red' }).toLowerCase()).toContain(ORANGE[language]);
  });
});

test('the word before fits', () => {
  expect(joined('A orange pawn and a orange arrow', 'en')).toBe('An orange pawn and an orange arrow');
  expect(joined('le orange de orange', 'fr')).toBe('l’orange d’orange');
  expect(joined('il arancione, del arancione', 'it')).toBe('l’arancione, dell’arancione');
});

test('what players are called is theirs', async () => {
  await setLanguage('en');
  setPalette('distinct');
  expect(t('icecult.won.home', { you: 'false', winners: 'Red Baron', count: 1 })).toContain('Red Baron');
  expect(withOrange('red {red} other {blue}', 'en')).toBe('red {orange} other {blue}');
});
