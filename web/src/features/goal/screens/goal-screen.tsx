import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { daysBetween } from '../../../shared/days/days.rules.ts';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { TravelNote } from '../../../shared/ui/travel-note.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { type Goal, goalQuery } from '../api/queries.ts';
import { CheckInForm } from '../components/check-in-form.tsx';
import { CheckInList } from '../components/check-in-list.tsx';
import { GoalActions } from '../components/goal-actions.tsx';
import { HISTORY_WEEKS, HistoryGrid } from '../components/history-grid.tsx';
import classes from './goal-screen.module.css';

const STATE = { paused: 'groupPaused', completed: 'groupCompleted', abandoned: 'groupAbandoned' } as const;

export function GoalScreen({ goalId }: { goalId: string }) {
  const t = useTranslations('goal');
  const isDesk = useIsDesk();
  const today = journalDayIn(useZoneClock());
  const { data: goal } = useSuspenseQuery(goalQuery(goalId));
  return (
    <Stack as="article" gap={6} breaks className={classes.goal}>
      <header>
        <IconLink to="/goals" className={classes.back} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </IconLink>
        <ScreenHeader title={goal.title}>
          <IconLink to="/goals/$goalId/edit" params={{ goalId }} aria-label={t('edit')}>
            <Icon name="pencil" size={20} />
          </IconLink>
        </ScreenHeader>
        {/* At a desk the list beside it says it. */}
        {!isDesk && <TravelNote />}
        <Cluster as="p" gap={3} rows={2} align="center" tone="quiet" className={classes.about}>
          {goal.status !== 'active' && (
            <Text as="span" tone="ink" size="sm" weight={600} className={classes.state}>
              {t(STATE[goal.status])}
            </Text>
          )}
          <Target goal={goal} today={today} />
        </Cluster>
      </header>
      {goal.description !== '' && (
        <p className={classes.description} dir="auto">
          {goal.description}
        </p>
      )}
      <Facts goal={goal} />
      {goal.status === 'active' && (
        <Section title={t('checkInFor')} isCard>
          <CheckInForm key={goal.id} goalId={goal.id} today={today} />
        </Section>
      )}
      <Section title={t('history', { weeks: HISTORY_WEEKS })}>
        <HistoryGrid checkIns={goal.check_ins} today={today} />
      </Section>
      <Section title={t('checkIns')}>
        <CheckInList key={goal.id} goalId={goal.id} checkIns={goal.check_ins} />
      </Section>
      <GoalActions goal={goal} />
    </Stack>
  );
}

function Target({ goal: { target_date, status }, today }: { goal: Goal; today: string }) {
  const t = useTranslations('goal');
  const date = useCalendarDate();
  if (target_date === null) return null;
  const left = daysBetween(today, target_date);
  const day = date(target_date, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <span>
      {left === 0 ? t('untilToday') : t(left < 0 ? 'untilPassed' : 'until', { date: day })}
      {left > 0 && status === 'active' && `, ${t('daysLeft', { count: left })}`}
    </span>
  );
}

/** The streak never stands alone: the best one and the sum of all stay, whatever today is like. */
function Facts({ goal: { streak, best_streak, check_in_count } }: { goal: Goal }) {
  const t = useTranslations('goal');
  return (
    <dl className={classes.facts}>
      {(
        [
          ['factStreak', streak],
          ['factBest', best_streak],
          ['factTotal', check_in_count],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
