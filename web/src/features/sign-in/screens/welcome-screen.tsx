import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { useConfig } from '../use-config.ts';

/** For guests: what Meadow is, the way in for newcomers, and the way to the sign-in. */
export function WelcomeScreen() {
  const t = useTranslations('sign-in.welcome');
  const { sign_in: signIn } = useConfig();
  const hasSignUp = signIn.sign_up === 'open' || signIn.sign_up === 'invite';
  return (
    <WelcomeLayout title={t('title')} text={t('sentence')} isFirst>
      <Stack gap={4}>
        {hasSignUp && (
          <ButtonLink to="/sign-up" size="lg" fullWidth>
            {t(signIn.sign_up === 'open' ? 'create' : 'useInvitation')}
          </ButtonLink>
        )}
        <ButtonLink to="/sign-in" size="lg" variant={hasSignUp ? 'outline' : 'filled'} fullWidth>
          {t('signIn')}
        </ButtonLink>
      </Stack>
    </WelcomeLayout>
  );
}
