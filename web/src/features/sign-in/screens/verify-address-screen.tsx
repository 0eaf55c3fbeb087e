import { Button } from '@mantine/core';
import { MeadowError } from '@meadow/client';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useRejectAccount, useVerifyAddress } from '../api/address.ts';
import { linkAccountQuery } from '../api/queries.ts';
import { useSignedIn } from '../api/sign-in.ts';
import { CheckMail } from '../components/check-mail.tsx';
import { SignInPanel } from '../components/sign-in-panel.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { tokenOf } from '../target.ts';
import { verificationOf } from '../verification.rules.ts';

type VerifyAddressScreenProps = {
  /** Where to go on, unless the screen knows better. */
  to: string | undefined;
  /** The signed-in user, or null for a guest. */
  user: { id: string; email: string | null } | null;
};

/**
 * The landing page of links that verify or change an address, and before that what to do: check the mail. A link waits for a press:
 * programs that check mails open links too, and the owner of the address need not have made the account.
 */
export function VerifyAddressScreen({ to, user }: VerifyAddressScreenProps) {
  const t = useTranslations('sign-in.verify');
  const token = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const router = useRouter();
  const problemOf = useProblem();
  const onSignedIn = useSignedIn();
  const { kind, email: address } = verificationOf(token);
  const account = useQuery(linkAccountQuery(token));
  const verify = useVerifyAddress();
  const reject = useRejectAccount();
  const values = { email: () => <strong dir="auto">{address}</strong> };
  const goOn = () => {
    onSignedIn();
    // A new account, whose user has seen nothing yet.
    router.history.push(to ?? (kind === 'verify' ? '/tour' : '/today'));
  };

  if (token === '') return <CheckMail email={user?.email ?? null} to={to ?? '/today'} />;
  if (reject.isSuccess) {
    return <WelcomeLayout title={t('rejectedTitle')} text={<p role="status">{t.rich('rejectedText', values)}</p>} />;
  }
  if (verify.isSuccess) {
    return (
      <WelcomeLayout title={t(`${kind}Title`)} text={<p role="status">{t.rich(`${kind}Text`, values)}</p>}>
        <Button size="lg" fullWidth onClick={goOn}>
          {t('goOn')}
        </Button>
      </WelcomeLayout>
    );
  }
  const needsSignIn = verify.error instanceof MeadowError && verify.error.code === 'identity.no-session';
  const failure = account.error ?? (needsSignIn ? null : verify.error);
  if (failure !== null) {
    return (
      <WelcomeLayout title={t('failedTitle')} text={<p role="alert">{problemOf(failure)}</p>}>
        <ButtonLink to="/verify-address" search={to === undefined ? {} : { to }} size="lg" fullWidth>
          {t('again')}
        </ButtonLink>
      </WelcomeLayout>
    );
  }
  if (account.data === undefined) {
    return <WelcomeLayout title={t('pending')} text={<p role="status">{t('pendingText')}</p>} />;
  }
  const { id, name } = account.data;
  const isOwn = user?.id === id && !needsSignIn;
  const notMe = kind === 'verify' && (
    <Button variant="subtle" fullWidth loading={reject.isPending} onClick={() => reject.mutate(token)}>
      {t('notMe')}
    </Button>
  );
  if (!isOwn && kind !== 'confirmChange') {
    return (
      <WelcomeLayout title={t('signInTitle')} text={t.rich('signInText', { ...values, name })}>
        <Stack gap={4}>
          <SignInPanel to={to ?? '/today'} onSignedIn={() => verify.mutate(token)} email={account.data.email} />
          <Problem error={reject.error} />
          {notMe}
        </Stack>
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t(`${kind}Ask`)} text={t.rich('askText', { ...values, name })}>
      <Stack gap={4}>
        <Problem error={reject.error} />
        <Button size="lg" fullWidth loading={verify.isPending} onClick={() => verify.mutate(token)}>
          {t('confirm')}
        </Button>
        {notMe}
      </Stack>
    </WelcomeLayout>
  );
}
