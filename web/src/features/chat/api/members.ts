import { unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { isNamed } from '../../../../../src/platform/text/search/name.ts';
import { api } from '../../../app/api.ts';
import type { Room } from '../chat.ts';

const MAX_MEMBERS = 500;
const MAX_SHOWN = 20;
const RARELY_CHANGES_MS = 5 * 60_000;

type Member = { id: string; full_name: string; avatar_url: string | null };

/** The other members of a room whose name has a word that begins with what is typed. Of a large group those who joined last are known. */
export const membersQuery = (room: Room, userId: string, typed: string | null) =>
  queryOptions({
    queryKey: ['members', 'chat', room.id],
    queryFn: () => loadMembers(room),
    select: (members) =>
      members.filter(({ id, full_name }) => id !== userId && isNamed(full_name, typed ?? '')).slice(0, MAX_SHOWN),
    staleTime: RARELY_CHANGES_MS,
    enabled: typed !== null,
  });

async function loadMembers({ id, kind, date }: Room): Promise<Member[]> {
  if (kind === 'squad') {
    const params = { path: { date: date ?? '' } };
    const { squad } = await unwrap(api.GET('/api/workout-window/squad/{date}', { params }));
    return [squad?.user1, squad?.user2, squad?.user3].flatMap((member) =>
      member ? [{ id: member.userId, full_name: member.userName, avatar_url: member.avatarUrl }] : [],
    );
  }
  const params = { path: { id }, query: { limit: MAX_MEMBERS } };
  const { members } = await (kind === 'team'
    ? unwrap(api.GET('/api/teams/{id}/members', { params }))
    : unwrap(api.GET('/api/organizations/{id}/members', { params })));
  return members.map(({ user_id, full_name, avatar_url }) => ({ id: user_id, full_name, avatar_url }));
}
