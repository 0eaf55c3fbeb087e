import { Button } from '@mantine/core';
import { hasLength, isNotEmpty, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useChangePassword } from '../api/password.ts';
import { useFieldProblem } from '../use-field-problem.ts';
import { Done } from './done.tsx';
import { MIN_PASSWORD_LENGTH, NewPasswordField, PasswordField } from './password-field.tsx';
import classes from './security-card.module.css';
import { SecurityCard } from './security-card.tsx';

const FIELDS = { 'identity.invalid-password': 'currentPassword', 'identity.password-too-common': 'newPassword' };

export function PasswordCard({ email }: { email: string }) {
  const t = useTranslations('sign-in.security');
  const [isOpen, setIsOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <SecurityCard id="password" icon="lock" title={t('password')} text={t('passwordText')}>
      <Done text={isDone ? t('passwordChanged') : null} />
      {isOpen ? (
        <PasswordChange
          email={email}
          onChanged={() => {
            setIsOpen(false);
            setIsDone(true);
          }}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Cluster gap={3} className={classes.actions}>
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            {t('changePassword')}
          </Button>
        </Cluster>
      )}
    </SecurityCard>
  );
}

type PasswordChangeProps = { email: string; onChanged: () => void; onCancel: () => void };

function PasswordChange({ email, onChanged, onCancel }: PasswordChangeProps) {
  const t = useTranslations('sign-in.security');
  const fields = useTranslations('sign-in.fields');
  const problemOf = useProblem();
  const change = useChangePassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: isNotEmpty(fields('passwordMissing')),
      newPassword: hasLength({ min: MIN_PASSWORD_LENGTH }, fields('passwordShort', { min: MIN_PASSWORD_LENGTH })),
    },
  });
  const showAtField = useFieldProblem(form, FIELDS);
  const isAtField = Object.keys(form.errors).length > 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => change.mutate(values, { onSuccess: onChanged, onError: showAtField }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'currentPassword')?.focus(),
      )}
    >
      <Stack gap={4}>
        {/* For password managers, which otherwise do not know whose password it is. */}
        <input type="email" dir="auto" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('currentPassword')}
          autoFocus
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField
          label={t('newPassword')}
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <FormProblem message={isAtField ? null : problemOf(change.error)} />
        <Cluster gap={3} className={classes.actions}>
          <Button type="submit" loading={change.isPending}>
            {t('changePassword')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
