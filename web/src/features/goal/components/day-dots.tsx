import { useTranslations } from 'use-intl';
import type { CheckInStatus } from '../api/queries.ts';
import { lastDays } from '../goal.rules.ts';
import classes from './dots.module.css';

const DAYS = 14;

type DayDotsProps = { statuses: ReadonlyMap<string, CheckInStatus>; today: string };

/** The last two weeks of a goal, a dot a day. */
export function DayDots({ statuses, today }: DayDotsProps) {
  const t = useTranslations('goal');
  const days = lastDays(today, DAYS);
  const done = days.filter((day) => statuses.get(day) === 'completed' || statuses.get(day) === 'partial').length;
  return (
    <span className={classes.row} role="img" aria-label={t('recent', { done, days: DAYS })}>
      {days.map((day) => (
        <span
          key={day}
          className={classes.dot}
          data-status={statuses.get(day) ?? 'none'}
          data-is-today={day === today}
        />
      ))}
    </span>
  );
}
