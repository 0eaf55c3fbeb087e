import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** The field of an email address. */
export function EmailField(props: TextInputProps) {
  const t = useTranslations('sign-in.fields');
  return (
    <TextInput type="email" inputMode="email" label={t('email')} autoComplete="email" spellCheck={false} {...props} />
  );
}
