import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { useChangeGoal, useDeleteGoal } from '../api/goals.ts';
import type { Goal } from '../api/queries.ts';

const NEXT = {
  active: [
    { status: 'completed', label: 'complete' },
    { status: 'paused', label: 'pause' },
    { status: 'abandoned', label: 'letGo' },
  ],
  paused: [
    { status: 'active', label: 'resume' },
    { status: 'abandoned', label: 'letGo' },
  ],
  completed: [{ status: 'active', label: 'reopen' }],
  abandoned: [{ status: 'active', label: 'reopen' }],
} as const satisfies Record<Goal['status'], readonly { status: Goal['status']; label: string }[]>;

/** What can become of a goal. Each but the deletion can be taken back. */
export function GoalActions({ goal }: { goal: Goal }) {
  const t = useTranslations('goal');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeGoal(goal.id);
  const remove = useDeleteGoal(goal.id);
  return (
    <>
      <Cluster as="fieldset" gap={2} fits aria-label={t('actions')}>
        {NEXT[goal.status].map(({ status, label }) => (
          <Button key={status} variant="outline" disabled={change.isPending} onClick={() => change.mutate({ status })}>
            {t(label)}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => setIsAsking(true)}>
          {t('deleteGoal')}
        </Button>
      </Cluster>
      <Problem error={change.error} />
      <Confirm
        isOpen={isAsking}
        title={t('deleteTitle', { title: goal.title })}
        text={t('deleteText', { count: goal.check_in_count })}
        action={t('deleteGoal')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate({ to: '/goals' }) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
