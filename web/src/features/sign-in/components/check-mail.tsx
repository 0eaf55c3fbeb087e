import { Button, TextInput } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useRequestVerification } from '../api/address.ts';
import { tokenIn } from '../target.ts';
import { EmailField } from './email-field.tsx';
import classes from './links.module.css';
import { Resend } from './resend.tsx';
import { WelcomeLayout } from './welcome-layout.tsx';

type CheckMailProps = {
  /** Where the email went; null if it is to be asked for. */
  email: string | null;
  to: string;
  /** A guest has signed up just now, perhaps with an address that has an account: the email says which. */
  isSignedIn?: boolean;
};

/** Says where the link was sent, and takes its code when the mail is read on another device. */
export function CheckMail({ email, to, isSignedIn = email !== null }: CheckMailProps) {
  const t = useTranslations('sign-in.mail');
  const router = useRouter();
  const navigate = useNavigate();
  const request = useRequestVerification();
  const [sentTo, setSentTo] = useState(email);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  if (sentTo === null) {
    return (
      <WelcomeLayout title={t('askTitle')} text={t('askText')}>
        <AddressForm
          onSubmit={(address) => request.mutate(address, { onSuccess: () => setSentTo(address) })}
          isBusy={request.isPending}
        />
        <Problem error={request.error} />
      </WelcomeLayout>
    );
  }
  const openCode = form.onSubmit(({ code }) => {
    if (code.trim() !== '') void navigate({ to: '/verify-address', search: { to }, hash: tokenIn(code) });
    else form.setFieldError('code', t('codeMissing'));
  });
  return (
    <WelcomeLayout
      title={t('checkTitle')}
      text={t.rich(isSignedIn ? 'checkText' : 'checkTextOfGuest', {
        email: () => <strong dir="auto">{sentTo}</strong>,
      })}
    >
      <form noValidate onSubmit={openCode}>
        <Stack gap={4}>
          {isSignedIn && (
            <Button size="lg" fullWidth onClick={() => router.history.push(to)}>
              {t('goOn')}
            </Button>
          )}
          <TextInput
            label={t('code')}
            description={t('codeText')}
            autoComplete="off"
            spellCheck={false}
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
          <Problem error={request.error} />
          <Button type="submit" variant="outline" fullWidth>
            {t('verifyCode')}
          </Button>
        </Stack>
      </form>
      <Cluster gap={4} rows={0} justify="between" above={3}>
        <Resend onResend={() => request.mutate(sentTo)} isBusy={request.isPending} />
        {isSignedIn && (
          <Link className={classes.link} to="/me/security" hash="address">
            {t('otherAddress')}
          </Link>
        )}
      </Cluster>
    </WelcomeLayout>
  );
}

function AddressForm({ onSubmit, isBusy }: { onSubmit: (email: string) => void; isBusy: boolean }) {
  const t = useTranslations('sign-in.mail');
  const fields = useTranslations('sign-in.fields');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: isEmail(fields('emailInvalid')) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email }) => onSubmit(email),
        () => form.getInputNode('email')?.focus(),
      )}
    >
      <Stack gap={4}>
        <EmailField key={form.key('email')} {...form.getInputProps('email')} />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  );
}
