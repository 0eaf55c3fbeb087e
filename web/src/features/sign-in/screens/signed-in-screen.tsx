import { useTranslations } from 'use-intl';
import { OutsideSignIn } from '../components/outside-sign-in.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import type { OutsideProblem } from '../outside/outside-provider.ts';

/** The way back from an outside provider, if it did not work. */
export function SignedInScreen({ problem }: { problem: OutsideProblem }) {
  const t = useTranslations('sign-in.outside');
  return (
    <WelcomeLayout title={t('failedTitle')} text={<p role="alert">{t(problem)}</p>}>
      <OutsideSignIn to="/today" />
    </WelcomeLayout>
  );
}
