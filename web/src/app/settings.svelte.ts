/** What the person has chosen for themselves, kept in the browser and shared by its tabs. */

import { MANIFESTS } from '../games';
import type { BoardSettings, Motion } from '../games/game';
import { LANGUAGES, languageFromBrowser, setLanguage, setPalette, type Language } from '../i18n';
import { setLoudness } from '../sound';
import { hasCoach } from './coach/learned.svelte';

export interface Settings {
  language: Language | 'auto';
  motion: Motion | 'auto';
  sound: boolean;
  /** Of sounds, in tenths: from 1 to 10. */
  volume: number;
  palette: 'polar' | 'distinct';
  theme: 'dark' | 'light' | 'auto';
  view: '3d' | '2d';
  speed: number;
  /** Whether an action is played by itself where it is the only one. */
  forced: boolean;
  /** Whether the log shows how actions are written. */
  notation: boolean;
  /** The games' own switches that were set; the others are as the game has them. */
  switches: Readonly<Record<string, boolean>>;
}

export const DEFAULTS: Readonly<Settings> = {
  language: 'auto',
  motion: 'auto',
  sound: false,
  volume: 6,
  palette: 'polar',
  theme: 'dark',
  view: '3d',
  speed: 1,
  forced: false,
  notation: false,
  switches: {},
};

/** What each setting may be; anything else that the browser has kept is dropped. */
const CHOICES: { [Name in Exclude<keyof Settings, 'switches'>]: readonly Settings[Name][] } = {
  language: ['auto', ...LANGUAGES],
  motion: ['auto', 'full', 'reduced'],
  sound: [false, true],
  volume: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  palette: ['polar', 'distinct'],
  theme: ['dark', 'light', 'auto'],
  view: ['3d', '2d'],
  speed: [0.5, 1, 2, 4],
  forced: [false, true],
  notation: [false, true],
};
const SWITCHES = [...MANIFESTS.values()].flatMap(({ switches = [] }) => switches);
const GAME_OF = new Map(
  [...MANIFESTS].flatMap(([game, { switches = [] }]) => switches.map((name) => [name, game] as const)),
);
const KEPT_AS = 'floe.settings';
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const byDay = matchMedia('(prefers-color-scheme: light)');

let chosen = $state.raw<Settings>(kept());
let systemWantsLess = $state(lessMotion.matches);

function kept(): Settings {
  const found: Record<string, unknown> = { ...DEFAULTS };
  try {
    const text = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Record<string, unknown> | null;
    for (const [name, choices] of Object.entries(CHOICES))
      if ((choices as readonly unknown[]).includes(text?.[name])) found[name] = text?.[name];
    found['switches'] = Object.fromEntries(
      SWITCHES.filter((name) => typeof text?.[name] === 'boolean').map((name) => [name, text?.[name]]),
    );
  } catch {
    // Storage that is switched off or holds something else: the defaults do.
  }
  return found as unknown as Settings;
}

export function settings(): Settings {
  return chosen;
}

export function change(changes: Partial<Settings>): void {
  chosen = { ...chosen, ...changes };
  try {
    const { switches, ...others } = chosen;
    localStorage.setItem(KEPT_AS, JSON.stringify({ ...others, ...switches }));
  } catch {
    // It then holds for this visit alone.
  }
  void apply();
}

export function motion(): Motion {
  if (chosen.motion !== 'auto') return chosen.motion;
  return systemWantsLess ? 'reduced' : 'full';
}

/** Whether it is day on the screen, or the polar night. */
export function theme(): 'dark' | 'light' {
  if (chosen.theme !== 'auto') return chosen.theme;
  return byDay.matches ? 'light' : 'dark';
}

/** Whether a game's own switch is on: as the person set it, else as the game has it. */
export function switchedOn(name: string): boolean {
  const game = GAME_OF.get(name) ?? '';
  const usual = MANIFESTS.get(game)?.usual?.[name];
  return chosen.switches[name] ?? (usual === 'on' || (usual === 'coached' && hasCoach(game)));
}

/** What boards are told of the settings, and of those of their table. */
export function boardSettings(speed = 1, previews = true): BoardSettings {
  const { view, palette } = chosen;
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, switchedOn(name)]));
  return { motion: motion(), view, switches, palette, speed: chosen.speed * speed, previews };
}

/** Make the page follow the settings; done once the words of the language are there. */
export async function apply(): Promise<void> {
  document.documentElement.dataset['motion'] = motion();
  document.documentElement.dataset['palette'] = chosen.palette;
  setPalette(chosen.palette);
  setLoudness(chosen.sound ? chosen.volume / 10 : 0);
  document.documentElement.dataset['theme'] = theme();
  const language = chosen.language === 'auto' ? languageFromBrowser() : chosen.language;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `manifest.${language}.webmanifest`);
  await setLanguage(language);
}

/** Follow changes of the system and of other tabs. */
export function followSettings(): () => void {
  const system = () => {
    systemWantsLess = lessMotion.matches;
    void apply();
  };
  const otherTab = (event: StorageEvent) => {
    if (event.key !== KEPT_AS) return;
    chosen = kept();
    void apply();
  };
  lessMotion.addEventListener('change', system);
  byDay.addEventListener('change', system);
  addEventListener('storage', otherTab);
  return () => {
    lessMotion.removeEventListener('change', system);
    byDay.removeEventListener('change', system);
    removeEventListener('storage', otherTab);
  };
}
