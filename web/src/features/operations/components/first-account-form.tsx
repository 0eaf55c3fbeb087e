import { Button, PasswordInput, TextInput } from '@mantine/core';
import { hasLength, isEmail, isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { type FirstAccount, useFirstAccount } from '../api/first-run.ts';

const MIN_PASSWORD_LENGTH = 8;

export function FirstAccountForm({ code, onDone }: { code: string; onDone: () => void }) {
  const t = useTranslations('operations.firstRun');
  const create = useFirstAccount(code);
  const form = useForm<FirstAccount>({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: isNotEmpty(t('nameMissing')),
      email: isEmail(t('emailInvalid')),
      password: hasLength({ min: MIN_PASSWORD_LENGTH }, t('passwordShort', { min: MIN_PASSWORD_LENGTH })),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (account) => create.mutate(account, { onSuccess: onDone }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus(),
      )}
    >
      <Stack gap={4}>
        <TextInput label={t('name')} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          type="email"
          label={t('email')}
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          description={t('passwordAdvice', { min: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Problem error={create.error} />
        <Button type="submit" size="lg" fullWidth loading={create.isPending}>
          {t('create')}
        </Button>
      </Stack>
    </form>
  );
}
