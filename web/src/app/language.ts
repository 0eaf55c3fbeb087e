/** The languages with a complete catalog. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = 'meadow-language';
const catalogs = { en: () => import('virtual:messages/en'), de: () => import('virtual:messages/de') };

/** The chosen language, else the first of the browser's that Meadow speaks, else English. */
export function currentLanguage(): Language {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages];
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => known === tag?.slice(0, 2).toLowerCase());
    if (language !== undefined) return language;
  }
  return 'en';
}

/** The variant of a language that the browser is set to, such as British English: it writes dates and times as the user does. */
export function localeOf(language: Language): Language {
  const regional = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  // The types know the languages only.
  return (regional ?? language) as Language;
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}

export async function loadMessages(language: Language): Promise<object> {
  return (await catalogs[language]()).default;
}
