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

function Me() {
  const { data: me } = useSuspenseQuery(meQuery);
  const unread = useUnreadMessages();
  const isPaneOpen = useChildMatches({ select: (matches) => matches.some(({ routeId }) => routeId !== '/_user/me/') });
  return (
    <Texts of="account">
      <MeScreen
        pane={<Outlet />}
        isPaneOpen={isPaneOpen}
        unread={unread}
        signOut={<SignOutButton userId={me.profile.id} />}
      />
    </Texts>
  );
}
