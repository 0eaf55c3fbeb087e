import { MeadowError } from '@meadow/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, redirect, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { EventsProvider } from '../app/events/events-provider.tsx';
import { currentLanguage } from '../app/language.ts';
import { enterDevice } from '../app/local/leave.ts';
import { OutboxProvider } from '../app/outbox/outbox-provider.tsx';
import { configQuery, meQuery } from '../app/session/queries.ts';
import { Shell } from '../app/shell/shell.tsx';
import { loadTexts, Texts } from '../app/texts.tsx';
import { UserTimeZone } from '../app/user-time-zone.tsx';
import { useUnreadMessages } from '../features/chat/api/unread.ts';
import { SessionOver } from '../features/sign-in/components/session-over.tsx';
import { VerifyBanner } from '../features/sign-in/components/verify-banner.tsx';
import { lazyPart } from '../shared/ui/lazy-part.ts';

/** Loaded after the first paint: nothing is to be seen of it. */
const LiveInbox = lazyPart(async () => {
  const [{ LiveInbox: Live }] = await Promise.all([
    import('../features/notification/components/live-inbox.tsx'),
    loadTexts('notification', currentLanguage()),
  ]);
  return () => (
    <Texts of="notification">
      <Live />
    </Texts>
  );
});

/** The screens of a signed-in user. */
export const Route = createFileRoute('/_user')({
  beforeLoad: ({ matches }): { isMissing: boolean } => ({
    isMissing: (matches as readonly { routeId: string }[]).at(-1)?.routeId === '/_user/$',
  }),
  loader: async ({ context: { queryClient, isMissing }, location }) => {
    try {
      const { profile } = await queryClient.ensureQueryData(meQuery);
      await enterDevice(profile.id);
      void import('./-read-ahead.ts').then(
        ({ afterStart }) => afterStart(queryClient, profile.id),
        () => undefined,
      );
    } catch (error) {
      if (!(error instanceof MeadowError)) throw error;
      if (error.code === 'account.deletion-pending') throw redirect({ to: '/restore' });
      if (error.status !== 401) throw error;
      // A guest would sign in for nothing.
      if (isMissing) throw notFound();
      throw redirect({ to: '/sign-in', search: { to: location.href } });
    }
  },
  component: UserScreens,
});

const CONFIGURATION_DELAY_MS = 2_000;

/** Asks for the configuration after the first screen: the dialog of an ended session needs it when there may be no response. */
function useConfigurationLater() {
  const isLoaded = useRouterState({ select: ({ status }) => status === 'idle' });
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setIsDue(true), CONFIGURATION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  useQuery({ ...configQuery, enabled: isDue });
}

function UserScreens() {
  const { data } = useSuspenseQuery(meQuery);
  useConfigurationLater();
  const unreadMessages = useUnreadMessages();
  return (
    <OutboxProvider userId={data.profile.id}>
      <EventsProvider userId={data.profile.id}>
        <UserTimeZone clock={data.time_zone}>
          <Suspense>
            <LiveInbox />
          </Suspense>
          <Shell
            user={data.profile}
            unread={{ '/inbox': data.unread_notifications, '/chat': unreadMessages }}
            banner={<VerifyBanner />}
          />
          <SessionOver user={data.profile} />
        </UserTimeZone>
      </EventsProvider>
    </OutboxProvider>
  );
}
