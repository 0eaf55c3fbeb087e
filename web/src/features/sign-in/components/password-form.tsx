import { Button } from '@mantine/core';
import { isEmail, isNotEmpty, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { type Credentials, type Step, useRequestLink, useSignIn } from '../api/sign-in.ts';
import { useConfig } from '../use-config.ts';
import { EmailField } from './email-field.tsx';
import classes from './links.module.css';
import { OtherWays } from './other-ways.tsx';
import { PasswordField } from './password-field.tsx';
import { useWait, WaitProblem } from './wait-problem.tsx';

type PasswordFormProps = {
  email: string;
  isEmailFixed: boolean;
  onStep: (step: Step) => void;
  onLinkSent: (email: string) => void;
};

export function PasswordForm({ email, isEmailFixed, onStep, onLinkSent }: PasswordFormProps) {
  const t = useTranslations('sign-in.signIn');
  const fields = useTranslations('sign-in.fields');
  const { services } = useConfig();
  const signIn = useSignIn();
  const requestLink = useRequestLink();
  const wait = useWait(signIn.error ?? requestLink.error);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: { email: isEmail(fields('emailInvalid')), password: isNotEmpty(fields('passwordMissing')) },
  });
  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? 'email')?.focus();

  function sendLink() {
    const { email: address } = form.getValues();
    if (form.validateField('email').hasError) return focusFirst({ email: true });
    signIn.reset();
    requestLink.mutate(address, { onSuccess: () => onLinkSent(address) });
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values, { onSuccess: onStep }), focusFirst)}>
      <Stack gap={4}>
        <EmailField
          autoComplete="username webauthn"
          readOnly={isEmailFixed}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          data-autofocus={isEmailFixed || undefined}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <WaitProblem {...wait} />
        <Button type="submit" size="lg" fullWidth loading={signIn.isPending} disabled={wait.remaining > 0}>
          {t('submit')}
        </Button>
        <OtherWays
          onSignedIn={() => onStep({ kind: 'signedIn' })}
          isSendingLink={requestLink.isPending}
          {...(services.mail && { onSendLink: sendLink })}
        />
      </Stack>
      {!isEmailFixed && (
        <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
          <Link className={classes.link} to="/forgot-password">
            {t('forgot')}
          </Link>
        </Cluster>
      )}
    </form>
  );
}
