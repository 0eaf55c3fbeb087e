import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useProblem } from '../problem/use-problem.ts';
import { Notice } from './notice.tsx';

/** A screen whose data could not be loaded. */
export function FailedScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('app');
  const router = useRouter();
  const problemOf = useProblem();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Notice isScreen icon="offline" title={t('failedTitle')} text={problemOf(error) ?? ''}>
      <Button onClick={retry}>{t('retry')}</Button>
    </Notice>
  );
}
