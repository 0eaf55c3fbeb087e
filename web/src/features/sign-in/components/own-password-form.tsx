import { Button } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { needsFreshSignIn, useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useFieldProblem } from '../use-field-problem.ts';
import { PasswordField } from './password-field.tsx';
import classes from './security-card.module.css';

type OwnPasswordFormProps<Data> = {
  /** What needs the password. */
  change: UseMutationResult<Data, unknown, string>;
  action: string;
  onDone: (data: Data) => void;
  onCancel: () => void;
};

/** Asks for the password before a change of how the user signs in. */
export function OwnPasswordForm<Data>({ change, action, onDone, onCancel }: OwnPasswordFormProps<Data>) {
  const t = useTranslations('sign-in.security');
  const fields = useTranslations('sign-in.fields');
  const problemOf = useProblem();
  const askForSignIn = useFreshSignIn();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: isNotEmpty(fields('passwordMissing')) },
  });
  const showAtField = useFieldProblem(form, { 'identity.invalid-password': 'password' });
  const run = (password: string) =>
    change.mutate(password, {
      onSuccess: onDone,
      onError: (error) => askForSignIn(error, () => run(password)) || showAtField(error),
    });
  const isShown = form.errors.password === undefined && !needsFreshSignIn(change.error);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ password }) => run(password),
        () => form.getInputNode('password')?.focus(),
      )}
    >
      <Stack gap={4}>
        <PasswordField
          label={t('currentPassword')}
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <FormProblem message={isShown ? problemOf(change.error) : null} />
        <Cluster gap={3} className={classes.actions}>
          <Button type="submit" loading={change.isPending}>
            {action}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
