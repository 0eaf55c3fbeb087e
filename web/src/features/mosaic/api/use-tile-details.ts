import { useQuery } from '@tanstack/react-query';
import type { Mosaic, Tile } from '../mosaic.ts';
import { chainQuery, checkInQuery } from './queries.ts';

/**
 * What is known of the user of a tile. Faces and photos of check-ins are those of the user's own chain and squad; of others there is the
 * photo that they show in mosaics.
 */
export function useTileDetails({ date, photos }: Pick<Mosaic, 'date' | 'photos'>, { userId, status }: Tile) {
  const chain = useQuery(chainQuery(date));
  const squad = chain.data?.chain?.squad;
  const inSquad = [squad?.user1, squad?.user2, squad?.user3].find((member) => member?.userId === userId);
  const { beforeUser, currentUser, afterUser } = chain.data?.chain ?? {};
  const member = inSquad ?? [beforeUser, currentUser, afterUser].find((one) => one?.userId === userId);
  const known = chain.data?.checkins.find((checkin) => checkin.user_id === userId);
  const isUnknown = known === undefined && status === 'completed' && !chain.isPending;
  const other = useQuery({ ...checkInQuery(date, userId), enabled: isUnknown });
  const checkin = known ?? other.data ?? null;
  const shown = photos.find((photo) => photo.userId === userId)?.thumbnail;
  return {
    avatarUrl: member?.avatarUrl ?? null,
    isInSquad: inSquad !== undefined && inSquad !== null,
    checkin,
    photo: checkin?.photo ?? checkin?.photo_thumbnail ?? shown ?? null,
    isFailed: other.isError && checkin === null,
  };
}
