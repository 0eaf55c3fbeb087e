import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Health } from '../health.rules.ts';
import classes from './health-banner.module.css';

const TONES = { ok: 'good', degraded: 'attention', down: 'bad' } as const;

/** The one sentence about the server, and the reasons where it is not well. */
export function HealthBanner({ health, isStale, now }: { health: Health; isStale: boolean; now: Date }) {
  const t = useTranslations('operations.status');
  const format = useFormatter();
  const time = format.relativeTime(new Date(health.checked_at), now);
  const since = format.dateTime(new Date(Date.parse(health.checked_at) - health.uptime_seconds * 1000), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <Stack as="section" gap={3} tone="ink" className={classes.banner} data-tone={TONES[health.status]}>
      <h2 className={classes.title}>
        <Icon name={health.status === 'ok' ? 'check' : 'alert'} />
        <span role="status">{t(health.status)}</span>
      </h2>
      {health.problems.length > 0 && (
        <Stack as="ul" gap={1} breaks bullets>
          {health.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </Stack>
      )}
      <Text size="sm">{isStale ? t('stale', { time }) : t('checked', { time, version: health.version, since })}</Text>
    </Stack>
  );
}
