import { createFileRoute } from '@tanstack/react-router';
import { onThisDayQuery } from '../features/journal/api/queries.ts';
import { ListSkeleton } from '../features/journal/components/skeletons.tsx';
import { OnThisDayScreen } from '../features/journal/screens/on-this-day-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { journalDayIn } from '../shared/days/today-in.ts';

export const Route = createFileRoute('/_user/journal/on-this-day')({
  loader: async ({ context: { queryClient } }) => {
    const { time_zone: clock } = await queryClient.ensureQueryData(meQuery);
    const day = journalDayIn(clock ?? undefined);
    await queryClient.ensureQueryData(onThisDayQuery(day));
    return { day };
  },
  pendingComponent: ListSkeleton,
  component: () => <OnThisDayScreen day={Route.useLoaderData().day} />,
});
