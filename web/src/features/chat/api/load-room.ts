import { MeadowError } from '@meadow/client';
import type { QueryClient } from '@tanstack/react-query';
import { messagesQuery } from './queries.ts';
import { roomsQuery } from './rooms.ts';

/** Loads what the screen of a room shows. Resolves with false if the user is in no room with this id. */
export async function loadRoom(queryClient: QueryClient, roomId: string): Promise<boolean> {
  try {
    const [rooms] = await Promise.all([
      queryClient.ensureQueryData(roomsQuery),
      queryClient.ensureQueryData(messagesQuery(roomId)),
    ]);
    // A squad of today, or a group that the user has joined since.
    if (!rooms.some(({ id }) => id === roomId)) await queryClient.fetchQuery({ ...roomsQuery, staleTime: 0 });
    return true;
  } catch (error) {
    if (error instanceof MeadowError && (error.status === 404 || error.status === 400)) return false;
    throw error;
  }
}
