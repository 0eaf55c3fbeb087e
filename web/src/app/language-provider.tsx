import { createContext, type ReactNode, useContext, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { type Language, loadMessages, localeOf, storeLanguage } from './language.ts';

type Choice = { language: Language; choose: (language: Language) => Promise<void> };

const LanguageContext = createContext<Choice | null>(null);

type LanguageProviderProps = { language: Language; messages: object; children: ReactNode };

/** The texts of the chosen language. Another choice takes effect at once, and what is loaded and written stays. */
export function LanguageProvider({ language, messages, children }: LanguageProviderProps) {
  const [current, setCurrent] = useState({ language, messages });

  async function choose(chosen: Language) {
    setCurrent({ language: chosen, messages: await loadMessages(chosen) });
    storeLanguage(chosen);
    document.documentElement.lang = chosen;
  }

  return (
    <LanguageContext value={{ language: current.language, choose }}>
      <IntlProvider
        locale={localeOf(current.language)}
        messages={current.messages as never}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

export function useLanguage(): Choice {
  const choice = useContext(LanguageContext);
  if (choice === null) throw new Error('The language belongs to the LanguageProvider.');
  return choice;
}
