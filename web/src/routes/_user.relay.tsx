import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { RelayScreen } from '../features/chain/screens/relay-screen.tsx';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { todayQuery } from '../features/today/api/queries.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/relay')({
  loader: async ({ context: { queryClient } }) => {
    // A loader is part of the first load, what it imports here is not.
    const [{ date }, { ownWeekQuery }] = await Promise.all([
      queryClient.ensureQueryData(todayQuery),
      import('../features/chain/api/own-week.ts'),
      loadTexts('chain', currentLanguage()),
    ]);
    await queryClient.ensureQueryData(ownWeekQuery(date));
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Relay,
});

function Relay() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: today } = useSuspenseQuery(todayQuery);
  // Its link comes a moment later: the line does not wait for it.
  const { data: rooms } = useQuery({ ...roomsQuery, enabled: today.squad !== null });
  const squadRoom = rooms?.find(({ kind, date }) => kind === 'squad' && date === today.date)?.id ?? null;
  return (
    <Texts of="chain">
      <RelayScreen
        today={today}
        user={me.profile}
        since={me.window?.created_at.slice(0, 10) ?? null}
        squadRoom={squadRoom}
      />
    </Texts>
  );
}
