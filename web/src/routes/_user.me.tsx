import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { meQuery } from '../app/session/queries.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { SignOutButton } from '../features/account/components/sign-out-button.tsx';
import { MeScreen } from '../features/account/screens/me-screen.tsx';
import { useUnreadMessages } from '../features/chat/api/unread.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/me')({
  loader: () => loadTexts('account', currentLanguage()),
  pendingComponent: PendingScreen,
  component: Me,
});

/** What a phone shows at a route. The panes are the other routes. */
const VIEWS: Readonly<Record<string, 'places' | 'settings'>> = {
  '/_user/me/': 'places',
  '/_user/me/settings': 'settings',
};

function Me() {
  const { data: me } = useSuspenseQuery(meQuery);
  const unreadMessages = useUnreadMessages();
  const view = useChildMatches({ select: (matches) => VIEWS[matches[0]?.routeId ?? ''] ?? 'pane' });
  return (
    <Texts of="account">
      <MeScreen
        view={view}
        pane={<Outlet />}
        unread={{ '/inbox': me.unread_notifications, '/chat': unreadMessages }}
        signOut={<SignOutButton userId={me.profile.id} />}
      />
    </Texts>
  );
}
