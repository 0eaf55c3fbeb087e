import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { EmptyPane } from '../shared/ui/empty-pane.tsx';
import { isDesk } from '../shared/ui/use-is-desk.ts';

export const Route = createFileRoute('/_user/chat/')({
  loader: async ({ context: { queryClient } }) => {
    const [only, ...others] = await queryClient.ensureQueryData(roomsQuery);
    // Beside the list of one room there is nothing to choose.
    if (only !== undefined && others.length === 0 && isDesk()) {
      throw redirect({ to: '/chat/$room', params: { room: only.id }, replace: true });
    }
  },
  component: NoRoom,
});

function NoRoom() {
  const t = useTranslations('chat');
  const { data: rooms } = useSuspenseQuery(roomsQuery);
  return <EmptyPane {...(rooms.length > 0 && { text: t('choose') })} />;
}
