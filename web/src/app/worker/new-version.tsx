import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../shared/ui/row.tsx';
import classes from './new-version.module.css';
import { startNewVersion, useNewVersion } from './worker.ts';

/** A quiet line once a newer version is ready. It starts at the next change of screen, unless something is being written. */
export function NewVersion() {
  const t = useTranslations('app');
  const isReady = useNewVersion();
  return (
    <div role="status">
      {isReady && (
        <Cluster as="p" gap={2} rows={0} align="center" justify="center" tone="ink" size="sm" className={classes.line}>
          <span>{t('newVersion')}</span>
          <Button variant="subtle" onClick={startNewVersion}>
            {t('useNewVersion')}
          </Button>
        </Cluster>
      )}
    </div>
  );
}
