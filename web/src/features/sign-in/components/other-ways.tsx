import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { hasPasskeys, offerPasskeys, usePasskeySignIn } from '../api/passkey-sign-in.ts';
import { usePasskeyProblem } from '../use-passkey-problem.ts';
import classes from './links.module.css';

type OtherWaysProps = { onSignedIn: () => void; onSendLink?: () => void; isSendingLink: boolean };

/** Sign-in without a password: by a passkey, which the browser also offers in the address field, or by a link. */
export function OtherWays({ onSignedIn, onSendLink, isSendingLink }: OtherWaysProps) {
  const t = useTranslations('sign-in.signIn');
  const signIn = usePasskeySignIn();
  const problem = usePasskeyProblem(signIn.error);
  const onAutofilled = useEffectEvent(onSignedIn);
  useEffect(() => {
    const offer = new AbortController();
    void offerPasskeys(offer.signal).then((isSignedIn) => isSignedIn && onAutofilled());
    return () => offer.abort();
  }, []);
  return (
    <>
      <div className={classes.ways}>
        {hasPasskeys() && (
          <Button
            variant="outline"
            className={classes.way}
            leftSection={<Icon name="key" size={20} />}
            loading={signIn.isPending}
            onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
          >
            {t('passkey')}
          </Button>
        )}
        {onSendLink !== undefined && (
          <Button
            variant="outline"
            className={classes.way}
            leftSection={<Icon name="mail" size={20} />}
            loading={isSendingLink}
            onClick={onSendLink}
          >
            {t('link')}
          </Button>
        )}
      </div>
      <FormProblem message={problem} />
    </>
  );
}
