import { type ReactNode, use, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import type { Language } from './language.ts';
import { useLanguage } from './language-provider.tsx';

/** The texts that are not in the first load. */
const CATALOGS = {
  account: { en: () => import('virtual:messages/en-account'), de: () => import('virtual:messages/de-account') },
  assistant: { en: () => import('virtual:messages/en-assistant'), de: () => import('virtual:messages/de-assistant') },
  battle: { en: () => import('virtual:messages/en-battle'), de: () => import('virtual:messages/de-battle') },
  chat: { en: () => import('virtual:messages/en-chat'), de: () => import('virtual:messages/de-chat') },
  goal: { en: () => import('virtual:messages/en-goal'), de: () => import('virtual:messages/de-goal') },
  mcp: { en: () => import('virtual:messages/en-mcp'), de: () => import('virtual:messages/de-mcp') },
  mosaic: { en: () => import('virtual:messages/en-mosaic'), de: () => import('virtual:messages/de-mosaic') },
  music: { en: () => import('virtual:messages/en-music'), de: () => import('virtual:messages/de-music') },
  notification: {
    en: () => import('virtual:messages/en-notification'),
    de: () => import('virtual:messages/de-notification'),
  },
  operations: {
    en: () => import('virtual:messages/en-operations'),
    de: () => import('virtual:messages/de-operations'),
  },
  'personal-token': {
    en: () => import('virtual:messages/en-personal-token'),
    de: () => import('virtual:messages/de-personal-token'),
  },
  webhook: { en: () => import('virtual:messages/en-webhook'), de: () => import('virtual:messages/de-webhook') },
};

type Noun = keyof typeof CATALOGS;

const loaded = new Map<string, Promise<object>>();

/** Loads the texts of a feature. A failure is not kept. */
export function loadTexts(noun: Noun, language: Language): Promise<object> {
  const key = `${noun} ${language}`;
  const texts = loaded.get(key) ?? CATALOGS[noun][language]().then((catalog) => catalog.default);
  loaded.set(key, texts);
  texts.catch(() => loaded.delete(key));
  return texts;
}

/** Adds the texts of a feature to those of the first load. */
export function Texts({ of: noun, children }: { of: Noun; children: ReactNode }) {
  const { language } = useLanguage();
  const locale = useLocale();
  const first = useMessages();
  const texts = use(loadTexts(noun, language));
  const messages = useMemo(() => ({ ...first, ...texts }), [first, texts]);
  return (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  );
}
