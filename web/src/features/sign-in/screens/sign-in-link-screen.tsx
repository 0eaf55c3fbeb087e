import { Button, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { linkAccountQuery } from '../api/queries.ts';
import { type Challenge, type Step, useSignedIn, useSignInByLink } from '../api/sign-in.ts';
import { CodeForm } from '../components/code-form.tsx';
import classes from '../components/links.module.css';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { tokenIn, tokenOf } from '../target.ts';

/** The landing page of the link to sign in. A link counts once, so it waits for a press: programs that check mails open links too. */
export function SignInLinkScreen({ user }: { user: { id: string; email: string | null } | null }) {
  const t = useTranslations('sign-in.link');
  const token = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const router = useRouter();
  const account = useQuery(linkAccountQuery(token)).data;
  const isOther = account !== undefined && user !== null && user.id !== account.id;
  const signIn = useSignInByLink();
  const onSignedIn = useSignedIn();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { token },
    validate: { token: isNotEmpty(t('codeMissing')) },
  });
  function toToday() {
    onSignedIn();
    void router.navigate({ to: '/today', replace: true });
  }
  const onStep = (step: Step) => (step.kind === 'signedIn' ? toToday() : setChallenge(step.challenge));
  if (challenge !== null) {
    return (
      <WelcomeLayout title={t('codeTitle')}>
        <CodeForm challenge={challenge} onSignedIn={toToday} onBack={() => setChallenge(null)} />
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout
      title={t('title')}
      text={account === undefined ? t('text') : t('account', { name: account.name, email: account.email })}
    >
      {isOther && <p role="alert">{t('other', { email: user.email ?? '' })}</p>}
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => signIn.mutate(tokenIn(values.token), { onSuccess: onStep }),
          () => form.getInputNode('token')?.focus(),
        )}
      >
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
          <Problem error={signIn.error} />
          <Button type="submit" size="lg" fullWidth loading={signIn.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
      <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
        <Link className={classes.link} to="/sign-in">
          {t('otherWay')}
        </Link>
      </Cluster>
    </WelcomeLayout>
  );
}
