/** Shows positions of the tests' fixtures on the board: /dev/icecult.html?at=40&view=2d&lang=de. Not in the build. */

import { mount } from 'svelte';
import '../src/styles.css';
import { setLanguage, type Language } from '../src/i18n';
import Dev from './Icecult.svelte';

const asked = new URLSearchParams(location.search);
await setLanguage((asked.get('lang') ?? 'en') as Language);
mount(Dev, { target: document.getElementById('app')!, props: { asked } });
