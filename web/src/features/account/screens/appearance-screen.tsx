import { useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showThemeColor } from '../../../app/color-scheme.ts';
import { LANGUAGES } from '../../../app/language.ts';
import { useLanguage } from '../../../app/language-provider.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Choices } from '../../../shared/ui/choices.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';

const SCHEMES = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'auto', icon: 'device' },
] as const;

/** Each language by its own name, so that it is found in any other. */
const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' };

export function AppearanceScreen() {
  const t = useTranslations('account');
  // To suspend them it would add a <style>, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { language, choose } = useLanguage();
  // At once, while its texts are still on the way.
  const [chosen, setChosen] = useState(language);

  function chooseScheme(scheme: 'light' | 'dark' | 'auto') {
    setColorScheme(scheme);
    const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    showThemeColor(isDark ? 'dark' : 'light');
  }

  return (
    <>
      <ScreenHeader title={t('menu.appearance')} text={t('appearanceText')} />
      <Section title={t('scheme.title')}>
        <Choices
          areTiles
          label={t('scheme.title')}
          value={colorScheme}
          options={SCHEMES.map(({ value, icon }) => ({
            value,
            label: t(`scheme.${value}`),
            picture: <Icon name={icon} />,
          }))}
          onChange={chooseScheme}
        />
      </Section>
      <Section title={t('language.title')} text={t('language.text')}>
        <Choices
          areTiles
          label={t('language.title')}
          value={chosen}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
          onChange={(value) => {
            setChosen(value);
            void choose(value);
          }}
        />
      </Section>
    </>
  );
}
