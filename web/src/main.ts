import { mount } from 'svelte';
import App from './app/App.svelte';
import { languageFromBrowser, setLanguage } from './i18n';
import './styles.css';

await setLanguage(languageFromBrowser());
mount(App, { target: document.getElementById('app')! });
