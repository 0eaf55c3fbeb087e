import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { meQuery } from '../app/session/queries.ts';
import { useUnreadMessages } from '../features/chat/api/unread.ts';
import { SignOutButton } from '../features/me/components/sign-out-button.tsx';
import { MeScreen } from '../features/me/screens/me-screen.tsx';

export const Route = createFileRoute('/_user/me')({ component: Me });

function Me() {
  const { data: me } = useSuspenseQuery(meQuery);
  const unread = useUnreadMessages();
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
