import { Button } from '@mantine/core';
import { MeadowError } from '@meadow/client';
import { useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isConnectionError } from '../problem/connection-error.ts';
import { useProblem } from '../problem/use-problem.ts';
import { Actions } from './actions.tsx';
import { ButtonLink } from './links.tsx';
import { Notice } from './notice.tsx';

/** A screen whose data could not be loaded. Without the server, what this device keeps of the journal is one step away. */
export function FailedScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('app');
  const router = useRouter();
  const problemOf = useProblem();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const isOffline = isConnectionError(error);
  const isServer = error instanceof MeadowError;
  return (
    <Notice
      isScreen
      icon={isOffline ? 'offline' : 'alert'}
      title={t(isOffline ? 'notKeptTitle' : isServer ? 'failedTitle' : 'brokenTitle')}
      text={isOffline ? t('notKeptText') : (problemOf(error) ?? '')}
    >
      <Button onClick={retry}>{t('retry')}</Button>
      {(isOffline || (isServer && error.status >= 500)) && (
        <Actions>
          <ButtonLink to="/journal" variant="outline">
            {t('toJournal')}
          </ButtonLink>
          <ButtonLink to="/journal/new" variant="outline">
            {t('write')}
          </ButtonLink>
        </Actions>
      )}
    </Notice>
  );
}
