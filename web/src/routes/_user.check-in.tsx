import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { weekQuery } from '../features/chain/api/queries.ts';
import { CheckInScreen } from '../features/check-in/screens/check-in-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { todayQuery } from '../features/today/api/queries.ts';
import { useFirstWeekday } from '../shared/days/use-first-weekday.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

/** How often the result of the check of a photo is asked for. It takes seconds. */
const PENDING_INTERVAL_MS = 3_000;

export const Route = createFileRoute('/_user/check-in')({
  loader: async ({ context: { queryClient } }) => {
    // A loader is part of the first load, what it imports here is not.
    const { cameraPermission } = await import('../features/check-in/camera/use-camera.ts');
    const [permission] = await Promise.all([
      cameraPermission(),
      queryClient.ensureQueryData(todayQuery),
      loadTexts('check-in', currentLanguage()),
    ]);
    return { permission };
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: CheckIn,
});

function CheckIn() {
  const { permission } = Route.useLoaderData();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: today, dataUpdatedAt } = useSuspenseQuery({
    ...todayQuery,
    refetchInterval: ({ state: { data } }) => (data?.checkin?.status === 'pending' ? PENDING_INTERVAL_MS : false),
  });
  const { data: week } = useQuery({
    ...weekQuery(today.date, useFirstWeekday()),
    enabled: today.checkin?.status === 'verified',
  });
  return (
    <Texts of="check-in">
      <CheckInScreen
        today={today}
        todayAt={dataUpdatedAt}
        user={me.profile}
        ownWindow={me.window}
        permission={permission}
        chipsOfWeek={week?.total_chips ?? null}
      />
    </Texts>
  );
}
