import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { meQuery } from '../app/session/queries.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { inboxQuery } from '../features/notification/api/queries.ts';
import { OpenedNotification } from '../features/notification/components/opened-notification.tsx';
import { InboxScreen } from '../features/notification/screens/inbox-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

/** `open` is the id of a notification that was pressed on the device. */
type InboxSearch = { unread?: true; open?: string };

export const Route = createFileRoute('/_user/inbox')({
  validateSearch: ({ unread, open }): InboxSearch => ({
    ...(unread === true && { unread }),
    ...(typeof open === 'string' && { open }),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const query = inboxQuery(deps.unread === true);
    const texts = loadTexts('notification', currentLanguage());
    if (deps.open === undefined) await queryClient.ensureInfiniteQueryData(query);
    // What was pressed may be newer than what is loaded.
    else await queryClient.fetchInfiniteQuery({ ...query, staleTime: 0 });
    await texts;
  },
  pendingComponent: ListSkeleton,
  component: Inbox,
});

function Inbox() {
  const { unread: onlyUnread = false, open } = Route.useSearch();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: inbox } = useSuspenseInfiniteQuery(inboxQuery(onlyUnread));
  const opened = inbox.pages.flatMap((page) => page.notifications).find(({ id }) => id === open);
  return (
    <Texts of="notification">
      {opened !== undefined && <OpenedNotification key={opened.id} notification={opened} />}
      <InboxScreen onlyUnread={onlyUnread} unread={me.unread_notifications} />
    </Texts>
  );
}
