import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { goalsQuery } from '../features/goal/api/queries.ts';
import { EmptyPane } from '../shared/ui/empty-pane.tsx';
import { isDesk } from '../shared/ui/use-is-desk.ts';

export const Route = createFileRoute('/_user/goals/')({
  loader: async ({ context: { queryClient } }) => {
    const { pages } = await queryClient.ensureInfiniteQueryData(goalsQuery);
    const [only, ...others] = pages.flatMap(({ goals }) => goals);
    // Beside the list of one goal there is nothing to choose.
    if (only !== undefined && others.length === 0 && isDesk()) {
      throw redirect({ to: '/goals/$goalId', params: { goalId: only.id }, replace: true });
    }
  },
  component: NoGoalChosen,
});

function NoGoalChosen() {
  const t = useTranslations('goal');
  const { data: goals } = useSuspenseInfiniteQuery(goalsQuery);
  return goals.length > 0 ? <EmptyPane text={t('choose')} /> : <EmptyPane />;
}
