import { Button } from '@mantine/core';
import { MeadowError } from '@meadow/client';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { verificationQuery } from '../api/queries.ts';
import { useSignedIn } from '../api/sign-in.ts';
import { CheckMail } from '../components/check-mail.tsx';
import { SignInPanel } from '../components/sign-in-panel.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { tokenOf } from '../target.ts';
import { verificationOf } from '../verification.rules.ts';

type VerifyAddressScreenProps = {
  /** Where to go on. */
  to: string;
  /** The address of the signed-in user, or null for a guest. */
  email: string | null;
};

/** The landing page of links that verify or change an address, and before that what to do: check the mail. */
export function VerifyAddressScreen({ to, email }: VerifyAddressScreenProps) {
  const t = useTranslations('session.verify');
  const token = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const router = useRouter();
  const problemOf = useProblem();
  const onSignedIn = useSignedIn();
  const { kind, email: address } = verificationOf(token);
  const result = useQuery(verificationQuery(token));
  const goOn = () => {
    onSignedIn();
    router.history.push(to);
  };

  if (token === '') return <CheckMail email={email} to={to} />;
  if (result.isPending) return <WelcomeLayout title={t('pending')} text={<p role="status">{t('pendingText')}</p>} />;
  if (result.isSuccess) {
    const values = { email: () => <strong dir="auto">{address}</strong> };
    return (
      <WelcomeLayout title={t(`${kind}Title`)} text={<p role="status">{t.rich(`${kind}Text`, values)}</p>}>
        <Button size="lg" fullWidth onClick={goOn}>
          {email === null && kind === 'verify' ? t('signIn') : t('goOn')}
        </Button>
      </WelcomeLayout>
    );
  }
  const needsSignIn = result.error instanceof MeadowError && result.error.code === 'identity.no-session';
  if (needsSignIn) {
    return (
      <WelcomeLayout title={t('signInTitle')} text={t('signInText')}>
        <SignInPanel to={to} onSignedIn={() => void result.refetch()} />
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t('failedTitle')} text={<p role="alert">{problemOf(result.error)}</p>}>
      <ButtonLink to="/verify-address" search={{ to }} size="lg" fullWidth>
        {t('again')}
      </ButtonLink>
    </WelcomeLayout>
  );
}
