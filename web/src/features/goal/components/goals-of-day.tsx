import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import type { Goal } from '../api/queries.ts';
import classes from './goals-of-day.module.css';
import { TickRow } from './tick-row.tsx';

type GoalsOfDayProps = { due: readonly Goal[]; done: readonly Goal[]; today: string };

/** The active goals on Today: one tap checks in. They stay in their place when that is done. */
export function GoalsOfDay({ due, done, today }: GoalsOfDayProps) {
  const t = useTranslations('goal');
  const goals = [...due, ...done].toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return (
    <Section title={t('dueTitle')} aside={goals.length > 0 && <Link to="/goals">{t('allGoals')}</Link>}>
      {goals.length === 0 ? (
        <Stack gap={3} items="start" tone="quiet" className={classes.none}>
          <p>{t('emptyText')}</p>
          <ButtonLink to="/goals/new" variant="outline">
            {t('firstGoal')}
          </ButtonLink>
        </Stack>
      ) : (
        <List className={classes.goals}>
          {goals.map((goal) => (
            <TickRow key={goal.id} goal={goal} isDone={done.includes(goal)} today={today} />
          ))}
        </List>
      )}
    </Section>
  );
}
