import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../shared/ui/stack.tsx';
import classes from './list-end.module.css';

/** Below a list: more, or that this is all. */
export function ListEnd({ hasMore, isLoading, onMore }: { hasMore: boolean; isLoading: boolean; onMore: () => void }) {
  const t = useTranslations('journal');
  return (
    <Stack items="center" tone="quiet" className={classes.end}>
      {hasMore ? (
        <Button variant="outline" loading={isLoading} onClick={onMore}>
          {t('more')}
        </Button>
      ) : (
        <p>{t('end')}</p>
      )}
    </Stack>
  );
}
