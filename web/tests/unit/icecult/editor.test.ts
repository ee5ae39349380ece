import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, Failure } from '../../../src/app/api';
import { navigate } from '../../../src/app/router.svelte';
import CubeEditor from '../../../src/games/icecult/pages/Cubes.svelte';
import CubesOption from '../../../src/games/icecult/options/CubesOption.svelte';
import { directionsOn } from '../../../src/games/icecult/pages/directions';
import { keep, kept } from '../../../src/games/icecult/pages/keeping';
import { FAIR, neighbours, readLink, writeLink } from '../../../src/games/icecult/model/cubesets';
import { FACES } from '../../../src/games/icecult/model/geometry';
import { loadSubject, setLanguage } from '../../../src/i18n';
import engine from '../../fixtures/icecult-geometry.json';

const motley = engine.sets.motley as unknown as typeof FAIR;

beforeEach(async () => {
  await setLanguage('en');
  localStorage.clear();
  navigate('/cubes', { replace: true });
});
afterEach(cleanup);

test('on every face an arrow can point to its four neighbours, up, right, down and left', () => {
  for (const face of FACES) {
    const offered = directionsOn(face);
    expect(offered.map(({ target }) => target).sort()).toEqual(neighbours(face).sort());
    expect(offered.map(({ onPage }) => onPage)).toEqual(['n', 'e', 's', 'w']);
  }
});

async function opened() {
  const { container } = render(CubeEditor);
  await screen.findByRole('group', { name: 'Faces of the cube, unfolded' });
  return container;
}

test('a face is entered, checked by the server, kept, and put into the address', async () => {
  const ask = vi.spyOn(api, 'checkRules').mockResolvedValue({ problem: null });
  const container = await opened();
  await screen.findByText('The set is complete and can be played.');
  await fireEvent.click(screen.getByRole('button', { name: 'South-east cube' }));
  await fireEvent.click(container.querySelector('[data-face="D"]')!);
  await fireEvent.click(screen.getByRole('radio', { name: 'red arrow' }));
  await fireEvent.click(screen.getByRole('radio', { name: 'to the west side' }));
  const wanted = { ...FAIR, c: { ...FAIR.c, D: 'r>W' } };
  expect(ask).toHaveBeenLastCalledWith({ game: 'icecult', rules: { cubes: wanted } });
  expect(readLink(location.hash.slice(1))).toEqual(wanted);
  expect(kept()).toEqual(wanted);
  const play = await screen.findByRole('link', { name: 'Play with these cubes' });
  expect(readLink(new URL(play.getAttribute('href')!, location.href).searchParams.get('cubes')!)).toEqual(wanted);
});

test('a set that cannot be is refused in the language of the person, and cannot be played', async () => {
  const values = { slot: 'c' };
  const problem = { key: 'IC-7.cube_without_arc', words: 'IC-7: every cube has an arc on U', rule: 'IC-7', values };
  vi.spyOn(api, 'checkRules').mockResolvedValue({ problem });
  await loadSubject('icecult');
  await setLanguage('fr');
  render(CubeEditor);
  expect(await screen.findByText(/Le cube sud-est n’a pas d’arc/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('where the server does not answer, that is said', async () => {
  const words = 'the server cannot be reached';
  vi.spyOn(api, 'checkRules').mockRejectedValue(new Failure({ key: 'gone', words, rule: null, values: {} }, 0));
  await opened();
  expect(await screen.findByText(new RegExp(words))).toBeTruthy();
});

test('a link brings the cubes that were shared', async () => {
  vi.spyOn(api, 'checkRules').mockResolvedValue({ problem: null });
  navigate(`/cubes#${writeLink(motley)}`, { replace: true });
  await opened();
  expect(api.checkRules).toHaveBeenCalledWith(expect.objectContaining({ rules: { cubes: motley } }));
});

test('the option of a new table takes the own cubes, from the browser or from the address', async () => {
  const change = vi.fn();
  const option = {
    name: 'cubes',
    default: 'fair',
    choices: ['fair', 'balanced'],
    lowest: null,
    highest: null,
    own: true,
    reading: false,
    text: '',
  };
  keep(motley);
  const { unmount } = render(CubesOption, { props: { option, value: 'fair', change } });
  expect(change).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('radio', { name: 'Your own cubes' }));
  expect(change).toHaveBeenCalledExactlyOnceWith(motley);
  await fireEvent.click(screen.getByRole('radio', { name: 'Balanced set' }));
  expect(change).toHaveBeenLastCalledWith('balanced');
  unmount();
  localStorage.clear();
  navigate(`/new?game=icecult&cubes=${writeLink(motley)}`, { replace: true });
  render(CubesOption, { props: { option, value: 'fair', change } });
  expect(change).toHaveBeenCalledTimes(3);
  expect(change).toHaveBeenLastCalledWith(motley);
});
