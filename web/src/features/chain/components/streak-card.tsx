import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { OwnDays } from '../api/queries.ts';
import { countDone, weekOf } from '../days.rules.ts';
import { Mark } from './marks.tsx';
import classes from './streak-card.module.css';

type StreakCardProps = { days: OwnDays; today: string; team: 'red' | 'blue' };

/** The week of the user, and the run of days that it is part of. */
export function StreakCard({ days, today, team }: StreakCardProps) {
  const t = useTranslations('chain');
  const date = useCalendarDate();
  const week = weekOf(days.days, today, useFirstWeekday());
  const rests = week.filter((day) => day.mark === 'rest' && day.date <= today);
  return (
    <Section title={t('streak')} isCard>
      <ol className={classes.week} data-team={team}>
        {week.map(({ date: day, mark }) => (
          <li key={day} aria-label={t('dayIs', { day: date(day, { weekday: 'long' }), mark: t(`marks.${mark}`) })}>
            <span aria-hidden>{date(day, { weekday: 'narrow' })}</span>
            <Mark mark={mark} />
          </li>
        ))}
      </ol>
      <Text above={3} weight={600}>
        {t('streakNow', { count: days.current_streak })}
      </Text>
      <Muted>
        {t('weekCount', { count: countDone(week) })}{' '}
        {days.longest_streak > 0 && t('longest', { count: days.longest_streak })}{' '}
        {rests.length > 0 && t('restsKeep', { count: rests.length })}
      </Muted>
    </Section>
  );
}
