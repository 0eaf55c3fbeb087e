import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { accountQuery, meQuery } from '../api/queries.ts';
import { AddressCard } from '../components/address-card.tsx';
import { DevicesCard } from '../components/devices-card.tsx';
import { FreshSignIn } from '../components/fresh-sign-in.tsx';
import { PasskeysCard } from '../components/passkeys-card.tsx';
import { PasswordCard } from '../components/password-card.tsx';
import { SecondFactorCard } from '../components/second-factor-card.tsx';
import card from '../components/security-card.module.css';
import { useConfig } from '../use-config.ts';
import classes from './security-screen.module.css';

/** How the user signs in, and where they are signed in. */
export function SecurityScreen() {
  const t = useTranslations('sign-in.security');
  const { sign_in: signIn } = useConfig();
  return (
    <>
      <ScreenHeader title={t('title')} text={t('text')} />
      {signIn.kind === 'external' ? (
        <Notice icon="key" title={t('outsideTitle')} text={t('outsideText', { name: new URL(signIn.issuer).host })} />
      ) : (
        <Cards />
      )}
    </>
  );
}

function Cards() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: account } = useSuspenseQuery(accountQuery);
  const user = account?.user;
  const email = user?.email ?? me.profile.email ?? '';
  const isFactorOn = user !== undefined && 'twoFactorEnabled' in user && user.twoFactorEnabled === true;
  return (
    <FreshSignIn email={email}>
      <div className={classes.cards}>
        <PasswordCard email={email} />
        <AddressCard email={email} isVerified={user?.emailVerified ?? me.profile.email_verified} />
        <SecondFactorCard isOn={isFactorOn} />
        <Suspense fallback={<div className={card.placeholder} />}>
          <PasskeysCard />
          <DevicesCard />
        </Suspense>
      </div>
    </FreshSignIn>
  );
}
