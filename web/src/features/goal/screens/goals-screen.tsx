import { Button } from '@mantine/core';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { TravelNote } from '../../../shared/ui/travel-note.tsx';
import { type GoalCheckIn, goalsQuery, recentCheckInsQuery } from '../api/queries.ts';
import { GoalRow } from '../components/goal-row.tsx';
import { type GoalGroup, groupGoals, statusByDate } from '../goal.rules.ts';
import classes from './goals-screen.module.css';

const GROUP_LABELS = {
  due: 'groupDue',
  done: 'groupDone',
  paused: 'groupPaused',
  completed: 'groupCompleted',
  abandoned: 'groupAbandoned',
} as const satisfies Record<GoalGroup, string>;

/** The goals by state, and beside them, at a desk, the goal that is read or edited. On a phone one of both. */
export function GoalsScreen({ pane, isPaneOpen }: { pane: ReactNode; isPaneOpen: boolean }) {
  const t = useTranslations('goal');
  const today = journalDayIn(useZoneClock());
  const { data: goals, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(goalsQuery);
  // The dots of the list come after the goal beside it.
  const isLoaded = useRouterState({ select: ({ status }) => status === 'idle' });
  const { data: checkIns = [] } = useQuery({ ...recentCheckInsQuery, enabled: isLoaded });
  const statusesOf = statusesByGoal(checkIns);
  return (
    <div className={classes.screen} data-pane-open={isPaneOpen}>
      <section className={classes.list} aria-label={t('list')}>
        <ScreenHeader title={t('title')}>
          {goals.length > 0 && (
            <ButtonLink to="/goals/new" leftSection={<Icon name="plus" size={20} />}>
              {t('newGoal')}
            </ButtonLink>
          )}
        </ScreenHeader>
        <TravelNote />
        {goals.length === 0 && (
          <Notice icon="flag" title={t('empty')} text={t('emptyText')}>
            <ButtonLink to="/goals/new">{t('firstGoal')}</ButtonLink>
          </Notice>
        )}
        {groupGoals(goals, today).map(({ group, goals: ofGroup }) => (
          <section key={group} className={classes.group}>
            <Muted as="h2" weight={600} className={classes.title}>
              {t(GROUP_LABELS[group])}
            </Muted>
            <List>
              {ofGroup.map((goal) => (
                <GoalRow key={goal.id} goal={goal} statuses={statusesOf(goal.id)} today={today} />
              ))}
            </List>
          </section>
        ))}
        {hasNextPage && (
          <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </section>
      <section className={classes.pane}>{pane}</section>
    </div>
  );
}

function statusesByGoal(checkIns: readonly GoalCheckIn[]) {
  const byGoal = new Map<string, GoalCheckIn[]>();
  for (const checkIn of checkIns) byGoal.set(checkIn.goal_id, [...(byGoal.get(checkIn.goal_id) ?? []), checkIn]);
  return (goalId: string) => statusByDate(byGoal.get(goalId) ?? []);
}
