import { Button } from '@mantine/core';
import { MeadowError } from '@meadow/client';
import { useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isConnectionError } from '../problem/connection-error.ts';
import { useProblem } from '../problem/use-problem.ts';
import { Notice } from './notice.tsx';

/** In place of a screen that failed: its data could not be loaded, or it could not be shown. */
export function FailedScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('app');
  const router = useRouter();
  const problemOf = useProblem();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const isBroken = !(error instanceof MeadowError) && !isConnectionError(error);
  return (
    <Notice
      isScreen
      icon={isBroken ? 'alert' : 'offline'}
      title={t(isBroken ? 'brokenTitle' : 'failedTitle')}
      text={isBroken ? t('brokenText') : (problemOf(error) ?? '')}
    >
      <Button onClick={retry}>{t('retry')}</Button>
    </Notice>
  );
}
