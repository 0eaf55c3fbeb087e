import { MeadowError } from '@meadow/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { meQuery } from '../app/session/queries.ts';
import { messagesQuery, roomsQuery } from '../features/chat/api/queries.ts';
import { RoomMissing } from '../features/chat/screens/room-missing.tsx';
import { RoomScreen } from '../features/chat/screens/room-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/chat/$room')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [rooms] = await Promise.all([
        queryClient.ensureQueryData(roomsQuery),
        queryClient.ensureQueryData(messagesQuery(params.room)),
      ]);
      // A squad of today, or a group that the user has joined since.
      if (!rooms.some(({ id }) => id === params.room)) await queryClient.fetchQuery({ ...roomsQuery, staleTime: 0 });
    } catch (error) {
      if (error instanceof MeadowError && (error.status === 404 || error.status === 400)) throw notFound();
      throw error;
    }
  },
  pendingComponent: ListSkeleton,
  notFoundComponent: RoomMissing,
  component: Room,
});

function Room() {
  const { room: roomId } = Route.useParams();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: rooms } = useSuspenseQuery(roomsQuery);
  const room = rooms.find(({ id }) => id === roomId);
  // It can end while it is open.
  if (room === undefined) return <RoomMissing />;
  return <RoomScreen key={roomId} room={room} userId={me.profile.id} />;
}
