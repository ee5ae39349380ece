/** A page for drawing the board with recorded positions: /dev/igluiglu.html?name=2 players, family, act 4&language=de */

import { mount } from 'svelte';
import { setLanguage } from '../src/i18n';
import type { Language } from '../src/i18n';
import '../src/styles.css';
import Dev from './IgluIglu.svelte';

const asked = new URLSearchParams(location.search);
await setLanguage((asked.get('language') ?? 'en') as Language);
mount(Dev, { target: document.getElementById('app')!, props: { asked } });
