import { mount } from 'svelte';
import App from './app/App.svelte';
import { apply } from './app/settings.svelte';
import './styles.css';

await apply();
mount(App, { target: document.getElementById('app')! });
