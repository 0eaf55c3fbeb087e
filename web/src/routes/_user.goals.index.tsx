import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { goalsQuery } from '../features/goals/api/queries.ts';
import { EmptyPane } from '../shared/ui/empty-pane.tsx';

export const Route = createFileRoute('/_user/goals/')({ component: NoGoalChosen });

function NoGoalChosen() {
  const t = useTranslations('goals');
  const { data: goals } = useSuspenseInfiniteQuery(goalsQuery);
  return goals.length > 0 ? <EmptyPane text={t('choose')} /> : <EmptyPane />;
}
