import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useChangeGoal, useCreateGoal } from '../api/goals.ts';
import { goalQuery } from '../api/queries.ts';
import { GoalForm } from '../components/goal-form.tsx';
import classes from './goal-screen.module.css';

export function NewGoalScreen() {
  const t = useTranslations('goal');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useCreateGoal();
  return (
    <Stack gap={6} breaks className={classes.goal}>
      <header>
        <IconLink to="/goals" className={classes.back} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </IconLink>
        <ScreenHeader title={t('newGoal')} />
      </header>
      <GoalForm
        goal={null}
        action={t('create')}
        isPending={isPending}
        error={error}
        onSave={(fields) =>
          mutate(fields, {
            onSuccess: ({ goal }) => navigate({ to: '/goals/$goalId', params: { goalId: goal.id }, replace: true }),
          })
        }
      />
    </Stack>
  );
}

export function EditGoalScreen({ goalId }: { goalId: string }) {
  const t = useTranslations('goal');
  const navigate = useNavigate();
  const { data: goal } = useSuspenseQuery(goalQuery(goalId));
  const { mutate, isPending, error } = useChangeGoal(goalId);
  return (
    <Stack gap={6} breaks className={classes.goal}>
      <header>
        <IconLink to="/goals/$goalId" params={{ goalId }} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </IconLink>
        <ScreenHeader title={t('editTitle')} />
      </header>
      <GoalForm
        goal={goal}
        action={t('save')}
        isPending={isPending}
        error={error}
        onSave={(fields) =>
          mutate(fields, { onSuccess: () => navigate({ to: '/goals/$goalId', params: { goalId }, replace: true }) })
        }
      />
    </Stack>
  );
}
