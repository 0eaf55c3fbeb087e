import { Link, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../api/sign-in.ts';
import classes from '../components/links.module.css';
import { SignInPanel } from '../components/sign-in-panel.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { withFragment } from '../target.ts';
import { useConfig } from '../use-config.ts';

/** The sign-in, with the way to an account for newcomers. */
export function SignInScreen({ to }: { to: string | undefined }) {
  const t = useTranslations('sign-in.welcome');
  const signInText = useTranslations('sign-in.signIn');
  const router = useRouter();
  const { sign_in: signIn } = useConfig();
  const onSignedIn = useSignedIn();
  return (
    <WelcomeLayout title={signInText('title')}>
      <SignInPanel
        to={to ?? '/today'}
        onSignedIn={() => {
          onSignedIn();
          router.history.push(withFragment(to ?? '/today'));
        }}
      />
      {signIn.sign_up !== null && (
        <p className={classes.text}>
          {t.rich(signIn.sign_up, {
            link: (text) => (
              <Link to="/sign-up" search={to === undefined ? {} : { to }}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </WelcomeLayout>
  );
}
