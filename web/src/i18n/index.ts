export {
  day,
  has,
  LANGUAGES,
  language,
  languageFromBrowser,
  listed,
  loadSubject,
  maybe,
  number,
  setLanguage,
  setPalette,
  subjectOf,
  t,
  until,
  when,
} from './i18n.svelte';
export type { Language, Values } from './i18n.svelte';
