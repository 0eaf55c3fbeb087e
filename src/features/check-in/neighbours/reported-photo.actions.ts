import { type MediaDeps, signedUrl } from '#features/media';
import type { Db } from '#platform/db/database.ts';
import { findCheckIn, listCheckInsWithIds } from '../check-in.store.ts';
import { findNeighbours } from './neighbours.actions.ts';

export type ReportedPhoto = {
  checkInId: string;
  userId: string;
  date: string;
  status: 'pending' | 'verified' | 'rejected';
  /** A signed URL that expires within two days. */
  photoUrl: string;
};

/** Whether a user can report the photo of a check-in: it is their own, or one of a neighbour in the chain or squad. */
export async function canReportPhoto(db: Db, userId: string, checkInId: string): Promise<boolean> {
  const checkIn = await findCheckIn(db, checkInId);
  if (checkIn === undefined || checkIn.photo_key === null) return false;
  if (checkIn.user_id === userId) return true;
  const neighbours = await findNeighbours(db, userId, checkIn.date);
  return checkIn.is_active && neighbours?.userIds.includes(checkIn.user_id) === true;
}

/** Lists the photos of check-ins that have one. The caller checks the permission to see them. */
export async function listReportedPhotos(
  deps: MediaDeps & { db: Db },
  checkInIds: readonly string[],
): Promise<ReportedPhoto[]> {
  const rows = await listCheckInsWithIds(deps.db, checkInIds);
  return rows.flatMap(({ id, user_id, date, status, photo_key }) =>
    photo_key === null
      ? []
      : {
          checkInId: id,
          userId: user_id,
          date,
          status: status,
          photoUrl: signedUrl(deps, photo_key),
        },
  );
}
