import { Button } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useRequestReset } from '../api/password.ts';
import { EmailField } from '../components/email-field.tsx';
import classes from '../components/links.module.css';
import { Resend } from '../components/resend.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { useConfig } from '../use-config.ts';

/** Sends a link to choose a new password. */
export function ForgotPasswordScreen() {
  const t = useTranslations('sign-in.forgot');
  const fields = useTranslations('sign-in.fields');
  const { services } = useConfig();
  const request = useRequestReset();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: isEmail(fields('emailInvalid')) },
  });
  const back = (
    <Link className={classes.link} to="/sign-in">
      {t('back')}
    </Link>
  );
  if (!services.mail) {
    return (
      <WelcomeLayout title={t('title')} text={t('noMail')}>
        {back}
      </WelcomeLayout>
    );
  }
  if (sentTo !== null) {
    return (
      <WelcomeLayout title={t('sentTitle')}>
        <p role="status">{t.rich('sentText', { email: () => <strong dir="auto">{sentTo}</strong> })}</p>
        <Problem error={request.error} />
        <Cluster gap={4} rows={0} justify="between" above={3}>
          <Resend onResend={() => request.mutate(sentTo)} isBusy={request.isPending} />
          {back}
        </Cluster>
        <p className={classes.text}>
          {t.rich('haveCode', { link: (text) => <Link to="/reset-password">{text}</Link> })}
        </p>
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t('title')} text={t('text')}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ email }) => request.mutate(email, { onSuccess: () => setSentTo(email) }),
          () => form.getInputNode('email')?.focus(),
        )}
      >
        <Stack gap={4}>
          <EmailField autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
          <Problem error={request.error} />
          <Button type="submit" size="lg" fullWidth loading={request.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
      <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
        {back}
      </Cluster>
    </WelcomeLayout>
  );
}
