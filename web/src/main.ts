import { mount } from 'svelte';
import App from './app/App.svelte';
import { apply } from './app/settings.svelte';
import { followInstalling } from './offline/install.svelte';
import { keepOffline } from './offline/updates.svelte';
import './styles.css';

followInstalling();
await apply();
mount(App, { target: document.getElementById('app')! });
if (import.meta.env.PROD) void keepOffline();
