/** What the person has chosen for themselves, kept in the browser and shared by its tabs. */

import type { BoardSettings, Motion } from '../games/game';
import { LANGUAGES, languageFromBrowser, setLanguage, type Language } from '../i18n';

export interface Settings {
  language: Language | 'auto';
  motion: Motion | 'auto';
  sound: boolean;
  palette: 'polar' | 'distinct';
  view: '3d' | '2d';
  threats: boolean;
  scoreMap: boolean;
  speed: number;
}

export const DEFAULTS: Readonly<Settings> = {
  language: 'auto',
  motion: 'auto',
  sound: false,
  palette: 'polar',
  view: '3d',
  threats: false,
  scoreMap: false,
  speed: 1,
};

/** What each setting may be; anything else that the browser has kept is dropped. */
const CHOICES: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  language: ['auto', ...LANGUAGES],
  motion: ['auto', 'full', 'reduced'],
  sound: [false, true],
  palette: ['polar', 'distinct'],
  view: ['3d', '2d'],
  threats: [false, true],
  scoreMap: [false, true],
  speed: [0.5, 1, 2, 4],
};
const KEPT_AS = 'floe.settings';
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

let chosen = $state.raw<Settings>(kept());
let systemWantsLess = $state(lessMotion.matches);

function kept(): Settings {
  const found: Record<string, unknown> = { ...DEFAULTS };
  try {
    const text: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}');
    for (const [name, choices] of Object.entries(CHOICES)) {
      const value = (text as Record<string, unknown> | null)?.[name];
      if ((choices as readonly unknown[]).includes(value)) found[name] = value;
    }
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
    localStorage.setItem(KEPT_AS, JSON.stringify(chosen));
  } catch {
    // It then holds for this visit alone.
  }
  void apply();
}

export function motion(): Motion {
  if (chosen.motion !== 'auto') return chosen.motion;
  return systemWantsLess ? 'reduced' : 'full';
}

/** What boards are told of the settings. */
export function boardSettings(speed = 1): BoardSettings {
  const { view, threats, scoreMap, sound, palette } = chosen;
  return { motion: motion(), view, threats, scoreMap, sound, palette, speed: chosen.speed * speed };
}

/** Make the page follow the settings; done once the words of the language are there. */
export async function apply(): Promise<void> {
  document.documentElement.dataset['motion'] = motion();
  document.documentElement.dataset['palette'] = chosen.palette;
  await setLanguage(chosen.language === 'auto' ? languageFromBrowser() : chosen.language);
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
  addEventListener('storage', otherTab);
  return () => {
    lessMotion.removeEventListener('change', system);
    removeEventListener('storage', otherTab);
  };
}
