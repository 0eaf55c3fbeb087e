import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { addDays } from '../../../shared/days/days.rules.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { DateField } from '../../../shared/ui/date-field.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { MAX_PAUSE_DAYS, newPause, type Pause } from '../window.rules.ts';

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;

type PauseSectionProps = {
  pause: Pause | null;
  /** The pause that the server has. */
  kept: Pause | null;
  /** The date that a check-in would count for now. */
  today: string;
  /** The first date that can still become one of rest, or of a window again. */
  earliest: string;
  error: string | null;
  isPending: boolean;
  onChange: (pause: Pause | null) => void;
  /** Ends the pause that the server has, or takes it back if it has not begun. */
  onResume: () => void;
};

/** Some days or weeks without a window. */
export function PauseSection(props: PauseSectionProps) {
  const { pause, kept, today, earliest, error, onChange } = props;
  const t = useTranslations('workout-window');
  const hasBegun = kept !== null && kept.from <= today;
  return (
    <Section title={t('pause')}>
      <Stack gap={4}>
        {kept !== null && <Kept {...props} kept={kept} hasBegun={hasBegun} />}
        {pause === null ? (
          <Cluster gap={4} align="center" justify="between">
            <Muted>{t('pauseText')}</Muted>
            <Button variant="outline" onClick={() => onChange(newPause(earliest))}>
              {t('planPause')}
            </Button>
          </Cluster>
        ) : (
          <Cluster gap={4} align="end">
            {!hasBegun && (
              <DateField
                label={t('pauseFrom')}
                value={pause.from}
                min={earliest}
                onChange={(from) => from !== null && onChange({ ...pause, from })}
              />
            )}
            <DateField
              label={t('pauseUntil')}
              value={pause.until}
              min={pause.from}
              max={addDays(pause.from, MAX_PAUSE_DAYS - 1)}
              onChange={(until) => until !== null && onChange({ ...pause, until })}
            />
            {kept === null && (
              <Button variant="subtle" onClick={() => onChange(null)}>
                {t('noPause')}
              </Button>
            )}
          </Cluster>
        )}
        <FormProblem message={error} />
      </Stack>
    </Section>
  );
}

/** The pause that the server has, and the way out of it. */
function Kept({
  kept,
  hasBegun,
  today,
  earliest,
  isPending,
  onResume,
}: PauseSectionProps & { kept: Pause; hasBegun: boolean }) {
  const t = useTranslations('workout-window');
  const date = useCalendarDate();
  return (
    <Cluster gap={4} align="center" justify="between" surface="sunk">
      <div>
        <Text weight={600}>
          {hasBegun
            ? t('pausedUntil', { date: date(kept.until, DAY) })
            : t('pausePlanned', { from: date(kept.from, DAY), until: date(kept.until, DAY) })}
        </Text>
        <Muted>{t('pausedText')}</Muted>
      </div>
      <Button variant="outline" loading={isPending} onClick={onResume}>
        {t(hasBegun ? (earliest === today ? 'resumeToday' : 'resumeTomorrow') : 'cancelPause')}
      </Button>
    </Cluster>
  );
}
