import { useSuspenseQuery } from '@tanstack/react-query';
import { useNow, useTranslations } from 'use-intl';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { healthQuery } from '../api/queries.ts';
import { DatabasePart, DisksPart, MigrationsPart } from '../components/basics.tsx';
import { HealthBanner } from '../components/health-banner.tsx';
import { JobsPart } from '../components/jobs-part.tsx';
import { ProvidersPart } from '../components/providers-part.tsx';
import classes from './health-screen.module.css';

const CLOCK_EVERY_MS = 5_000;

/** The state of the server. While it does not respond, the last state stays with its time. */
export function HealthScreen() {
  const t = useTranslations('operations.status');
  const { data: health, isError, failureCount } = useSuspenseQuery(healthQuery);
  const now = useNow({ updateInterval: CLOCK_EVERY_MS });
  return (
    <>
      <ScreenHeader title={t('title')} />
      <div className={classes.parts}>
        <div className={classes.banner}>
          <HealthBanner health={health} isStale={isError || failureCount > 0} now={now} />
        </div>
        <div className={classes.column}>
          <DatabasePart database={health.database} />
          <DisksPart disks={health.disks} />
          <MigrationsPart migrations={health.migrations} />
          <ProvidersPart providers={health.providers} now={now} />
        </div>
        <div className={classes.column}>
          <JobsPart jobs={health.jobs} now={now} />
        </div>
      </div>
    </>
  );
}
