export {
  has,
  LANGUAGES,
  language,
  languageFromBrowser,
  listed,
  loadSubject,
  maybe,
  number,
  setLanguage,
  subjectOf,
  t,
  when,
} from './i18n.svelte';
export type { Language, Values } from './i18n.svelte';
