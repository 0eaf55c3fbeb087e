import { Button, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { type Step, useRequestLink, useSignInByLink } from '../api/sign-in.ts';
import { tokenIn } from '../target.ts';
import classes from './links.module.css';
import { Resend } from './resend.tsx';

type LinkSentProps = { email: string; onStep: (step: Step) => void; onBack: () => void };

/** A link is on its way. Its code also signs in here, when the mail is read on another device. */
export function LinkSent({ email, onStep, onBack }: LinkSentProps) {
  const t = useTranslations('sign-in.mail');
  const request = useRequestLink();
  const signIn = useSignInByLink();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: isNotEmpty(t('codeMissing')) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ code }) => signIn.mutate(tokenIn(code), { onSuccess: onStep }),
        () => form.getInputNode('code')?.focus(),
      )}
    >
      <Stack gap={4}>
        <p role="status">{t.rich('linkSent', { email: () => <strong dir="auto">{email}</strong> })}</p>
        <TextInput
          label={t('code')}
          autoComplete="off"
          spellCheck={false}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Problem error={signIn.error ?? request.error} />
        <Button type="submit" variant="outline" fullWidth loading={signIn.isPending}>
          {t('useCode')}
        </Button>
      </Stack>
      <Cluster gap={4} rows={0} justify="between" above={3}>
        <Resend onResend={() => request.mutate(email)} isBusy={request.isPending} />
        <button type="button" className={classes.link} onClick={onBack}>
          {t('otherWay')}
        </button>
      </Cluster>
    </form>
  );
}
