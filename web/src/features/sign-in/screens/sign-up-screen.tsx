import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../api/sign-in.ts';
import { CheckMail } from '../components/check-mail.tsx';
import { InvitationCodeForm } from '../components/invitation-code-form.tsx';
import { InvitedBy } from '../components/invited-by.tsx';
import classes from '../components/links.module.css';
import { SignUpForm } from '../components/sign-up-form.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { tokenOf } from '../target.ts';
import { useConfig } from '../use-config.ts';

/** Creates an account as the policy of the server allows: openly, with an invitation, or not at all. */
export function SignUpScreen({ to }: { to: string | undefined }) {
  const t = useTranslations('sign-in.signUp');
  const invitation = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const { sign_in: signIn } = useConfig();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const policy = signIn.sign_up ?? 'closed';
  const signInLink = (
    <p className={classes.text}>
      {t.rich('alreadyHere', {
        link: (text) => (
          <Link to="/sign-in" search={to === undefined ? {} : { to }}>
            {text}
          </Link>
        ),
      })}
    </p>
  );

  if (mailedTo !== null) return <CheckMail email={mailedTo} to={to ?? '/tour'} isSignedIn={false} />;
  if (policy === 'closed') {
    return (
      <WelcomeLayout title={t('closedTitle')} text={signIn.kind === 'external' ? t('outsideText') : t('closedText')}>
        {signInLink}
      </WelcomeLayout>
    );
  }
  if (policy === 'invite' && invitation === '') {
    return (
      <WelcomeLayout title={t('inviteTitle')} text={t('inviteText')}>
        <InvitationCodeForm to="/sign-up" />
        <p className={classes.text}>{t.rich('noInvitation', { link: (text) => <Link to="/waitlist">{text}</Link> })}</p>
        {signInLink}
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t('title')} text={invitation === '' ? undefined : <InvitedBy token={invitation} />}>
      <Form invitation={invitation} to={to ?? '/tour'} onMailed={setMailedTo} />
      {signInLink}
    </WelcomeLayout>
  );
}

type FormProps = { invitation: string; to: string; onMailed: (email: string) => void };

function Form({ invitation, to, onMailed }: FormProps) {
  const router = useRouter();
  const onSignedIn = useSignedIn();
  return (
    <SignUpForm
      invitation={invitation}
      onSignedUp={(email, { isSignedIn }) => {
        if (!isSignedIn) return onMailed(email);
        onSignedIn();
        return router.history.push(to);
      }}
    />
  );
}
