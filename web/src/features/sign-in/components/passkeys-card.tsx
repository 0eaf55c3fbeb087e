import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { needsFreshSignIn, useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { hasPasskeys } from '../api/passkey-sign-in.ts';
import { passkeysQuery } from '../api/queries.ts';
import { useAddPasskey } from '../api/security.ts';
import { usePasskeyProblem } from '../use-passkey-problem.ts';
import { PasskeyRow } from './passkey-row.tsx';
import classes from './security-card.module.css';
import { SecurityCard } from './security-card.tsx';
import { VerifyFirst } from './verify-first.tsx';

/** The passkeys of the user: add, rename, remove. */
export function PasskeysCard() {
  const t = useTranslations('sign-in.security');
  const { data } = useSuspenseQuery(passkeysQuery);
  const add = useAddPasskey();
  const askForSignIn = useFreshSignIn();
  const problem = usePasskeyProblem(needsFreshSignIn(add.error) ? null : add.error);
  const [added, setAdded] = useState<string | null>(null);
  const run = () =>
    add.mutate(t('passkeyName', { number: data.length + 1 }), {
      onSuccess: ({ id }) => setAdded(id),
      onError: (error) => void askForSignIn(error, run),
    });
  return (
    <SecurityCard id="passkeys" icon="key" title={t('passkeys')} text={t('passkeysText')}>
      {data.length > 0 && (
        <Stack as="ul">
          {/* The list may arrive before the response that says which one is new. */}
          {data.map((passkey) => (
            <PasskeyRow key={`${passkey.id} ${passkey.id === added}`} passkey={passkey} isNew={passkey.id === added} />
          ))}
        </Stack>
      )}
      <FormProblem message={problem} />
      <VerifyFirst>
        {hasPasskeys() ? (
          <Cluster gap={3} className={classes.actions}>
            <Button variant="outline" loading={add.isPending} onClick={run}>
              {t('addPasskey')}
            </Button>
          </Cluster>
        ) : (
          <Muted>{t('noPasskeys')}</Muted>
        )}
      </VerifyFirst>
    </SecurityCard>
  );
}
