import type { PasswordInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { SecretField } from '../../../shared/ui/secret-field.tsx';

export const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;

/** The field of a password that can be shown. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('sign-in.fields');
  return (
    <SecretField
      label={t('password')}
      autoComplete="current-password"
      limit={MAX_PASSWORD_LENGTH}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eye-off' : 'eye'} size={20} />}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      {...props}
    />
  );
}

/** The field of a password that the user chooses. */
export function NewPasswordField(props: PasswordInputProps) {
  const t = useTranslations('sign-in.fields');
  return (
    <PasswordField
      description={t('passwordAdvice', { min: MIN_PASSWORD_LENGTH })}
      autoComplete="new-password"
      {...props}
    />
  );
}
