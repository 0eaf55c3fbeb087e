import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { meQuery } from '../app/session/queries.ts';
import { unreadQuery } from '../features/chat/api/rooms.ts';
import { SignOutButton } from '../features/me/components/sign-out-button.tsx';
import { MeScreen } from '../features/me/screens/me-screen.tsx';

export const Route = createFileRoute('/_user/me')({ component: Me });

function Me() {
  const { data: me } = useSuspenseQuery(meQuery);
  // The frame loads them after the first screen.
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const isPaneOpen = useChildMatches({ select: (matches) => matches.some(({ routeId }) => routeId !== '/_user/me/') });
  return (
    <MeScreen
      pane={<Outlet />}
      isPaneOpen={isPaneOpen}
      unread={unread}
      signOut={<SignOutButton userId={me.profile.id} />}
    />
  );
}
