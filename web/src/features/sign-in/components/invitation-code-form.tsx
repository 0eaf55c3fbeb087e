import { Button, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../shared/ui/stack.tsx';
import { tokenIn } from '../target.ts';

/** Takes the link or code of an invitation, and opens a screen with it. */
export function InvitationCodeForm({ to }: { to: '/sign-up' | '/invitation' }) {
  const t = useTranslations('sign-in.invitation');
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: isNotEmpty(t('codeMissing')) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ code }) => void navigate({ to, hash: tokenIn(code) }),
        () => form.getInputNode('code')?.focus(),
      )}
    >
      <Stack gap={4}>
        <TextInput
          label={t('code')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" size="lg" fullWidth>
          {t('useCode')}
        </Button>
      </Stack>
    </form>
  );
}
