import { Button, Checkbox, TextInput } from '@mantine/core';
import { hasLength, isNotEmpty, useForm } from '@mantine/form';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useResetPassword } from '../api/password.ts';
import classes from '../components/links.module.css';
import { MIN_PASSWORD_LENGTH, NewPasswordField } from '../components/password-field.tsx';
import { useWait, WaitProblem } from '../components/wait-problem.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { tokenIn, tokenOf } from '../target.ts';
import { useFieldProblem } from '../use-field-problem.ts';

const FIELDS = { 'identity.password-too-common': 'newPassword' };

/** The landing page of the link to choose a new password. The code of the email does the same. */
export function ResetPasswordScreen() {
  const t = useTranslations('sign-in.reset');
  const fields = useTranslations('sign-in.fields');
  const token = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const reset = useResetPassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { token, newPassword: '', endPrograms: true },
    validate: {
      token: isNotEmpty(t('codeMissing')),
      newPassword: hasLength({ min: MIN_PASSWORD_LENGTH }, fields('passwordShort', { min: MIN_PASSWORD_LENGTH })),
    },
  });
  const showAtField = useFieldProblem(form, FIELDS);
  const wait = useWait(form.errors.newPassword === undefined ? reset.error : null);
  const submit = form.onSubmit(
    (values) => reset.mutate({ ...values, token: tokenIn(values.token) }, { onError: showAtField }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'newPassword')?.focus(),
  );
  if (reset.isSuccess) {
    return (
      <WelcomeLayout title={t('doneTitle')} text={t('doneText')}>
        <ButtonLink to="/sign-in" size="lg" fullWidth>
          {t('signIn')}
        </ButtonLink>
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t('title')} text={t('text')}>
      <form noValidate onSubmit={submit}>
        <Stack gap={4}>
          {token === '' && (
            <TextInput
              label={t('code')}
              autoComplete="off"
              spellCheck={false}
              key={form.key('token')}
              {...form.getInputProps('token')}
            />
          )}
          <NewPasswordField
            label={t('newPassword')}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Checkbox
            label={t('endPrograms')}
            description={t('endProgramsText')}
            key={form.key('endPrograms')}
            {...form.getInputProps('endPrograms', { type: 'checkbox' })}
          />
          <WaitProblem {...wait} />
          <Button type="submit" size="lg" fullWidth loading={reset.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
      <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
        <Link className={classes.link} to="/forgot-password">
          {t('again')}
        </Link>
      </Cluster>
    </WelcomeLayout>
  );
}
