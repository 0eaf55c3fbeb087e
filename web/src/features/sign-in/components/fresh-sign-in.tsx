import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { api } from '../../../app/api.ts';
import { type AskForSignIn, FreshSignInContext, needsFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { Modal } from '../../../shared/ui/modal.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { devicesQuery } from '../api/queries.ts';
import { SignInPanel } from './sign-in-panel.tsx';

/** Asks for a recent sign-in where a change needs one, and repeats the change. */
export function FreshSignIn({ email, children }: { email: string | null; children: ReactNode }) {
  const t = useTranslations('sign-in.fresh');
  const queryClient = useQueryClient();
  const here = useLocation({ select: ({ href }) => href });
  const [retry, setRetry] = useState<{ run: () => void } | null>(null);
  const ask: AskForSignIn = (error, run) => {
    if (!needsFreshSignIn(error)) return false;
    // Which session is replaced can only be asked before.
    void queryClient.prefetchQuery(devicesQuery);
    setRetry({ run });
    return true;
  };
  async function goOn() {
    const former = queryClient.getQueryData(devicesQuery.queryKey)?.sessions.find((session) => session.is_current);
    // The new sign-in takes the place of the session it was made in.
    if (former !== undefined) await api.DELETE('/api/sessions/{id}', { params: { path: { id: former.id } } });
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    setRetry(null);
    retry?.run();
  }
  return (
    <FreshSignInContext value={ask}>
      {children}
      <Modal opened={retry !== null} onClose={() => setRetry(null)} title={t('title')} withCloseButton={false}>
        <Stack gap={4}>
          <p>{t('text')}</p>
          <SignInPanel to={here} onSignedIn={() => void goOn()} {...(email !== null && { email })} />
          <Button variant="subtle" onClick={() => setRetry(null)}>
            {t('cancel')}
          </Button>
        </Stack>
      </Modal>
    </FreshSignInContext>
  );
}
