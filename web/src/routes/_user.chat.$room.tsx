import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { meQuery } from '../app/session/queries.ts';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { RoomMissing } from '../features/chat/screens/room-missing.tsx';
import { RoomScreen } from '../features/chat/screens/room-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/chat/$room')({
  loader: async ({ context: { queryClient }, params }) => {
    // Loaders are part of the first load, which has no room for this.
    const { loadRoom } = await import('../features/chat/api/load-room.ts');
    if (!(await loadRoom(queryClient, params.room))) throw notFound();
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
