import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { meQuery } from '../app/session/queries.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { ChatScreen } from '../features/chat/screens/chat-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/chat')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.ensureQueryData(roomsQuery), loadTexts('chat', currentLanguage())]);
  },
  pendingComponent: ListSkeleton,
  component: Chat,
});

function Chat() {
  const { data: me } = useSuspenseQuery(meQuery);
  const isPaneOpen = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId !== '/_user/chat/'),
  });
  return (
    <Texts of="chat">
      <ChatScreen userId={me.profile.id} pane={<Outlet />} isPaneOpen={isPaneOpen} />
    </Texts>
  );
}
