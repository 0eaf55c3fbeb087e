import { useTranslations } from 'use-intl';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import type { CheckInStatus, GoalCheckIn } from '../api/queries.ts';
import { lastWeeks, statusByDate } from '../goal.rules.ts';
import classes from './dots.module.css';

export const HISTORY_WEEKS = 16;

const LEGEND = [
  ['completed', 'legendDone'],
  ['partial', 'legendPartial'],
  ['skipped', 'legendRest'],
  ['none', 'legendNone'],
] as const satisfies readonly [CheckInStatus | 'none', string][];

/** The last weeks of a goal, a column a week. A day without a check-in is no failure, so it is quiet. */
export function HistoryGrid({ checkIns, today }: { checkIns: readonly GoalCheckIn[]; today: string }) {
  const t = useTranslations('goal');
  const statuses = statusByDate(checkIns);
  const days = lastWeeks(today, HISTORY_WEEKS, useFirstWeekday()).flat();
  const done = days.filter((day) => ['completed', 'partial'].includes(statuses.get(day ?? '') ?? '')).length;
  return (
    <>
      <div className={classes.grid} role="img" aria-label={t('historyText', { done, weeks: HISTORY_WEEKS })}>
        {days.map((day, index) =>
          day === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: days to come have no date
            <span key={index} />
          ) : (
            <span
              key={day}
              className={classes.dot}
              data-status={statuses.get(day) ?? 'none'}
              data-is-today={day === today}
            />
          ),
        )}
      </div>
      <Cluster as="ul" gap={4} rows={1} above={4} tone="quiet" size="sm" className={classes.legend} aria-hidden>
        {LEGEND.map(([status, label]) => (
          <li key={status}>
            <span className={classes.dot} data-status={status} />
            {t(label)}
          </li>
        ))}
      </Cluster>
    </>
  );
}
