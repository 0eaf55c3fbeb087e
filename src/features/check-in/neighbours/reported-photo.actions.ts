import type { Db } from '../../../platform/db/database.ts';
import { type MediaDeps, signedUrl } from '../../media/index.ts';
import { findCheckIn, listCheckInsWithIds } from '../check-in.store.ts';
import { circleOf } from './neighbours.actions.ts';

/** A check-in with a photo, as whoever decides about a report of it sees it. */
export type ReportedPhoto = {
  checkInId: string;
  userId: string;
  date: string;
  status: 'pending' | 'verified' | 'rejected';
  /** Works for less than an hour. */
  photoUrl: string;
};

/** Whether somebody can report the photo of a check-in: they can see it, as one of their own, their chain or their squad. */
export async function canReportPhoto(db: Db, userId: string, checkInId: string): Promise<boolean> {
  const checkIn = await findCheckIn(db, checkInId);
  if (checkIn === undefined || checkIn.photo_key === null) return false;
  if (checkIn.user_id === userId) return true;
  const circle = await circleOf(db, userId, checkIn.date);
  return checkIn.is_active && circle?.everybody.includes(checkIn.user_id) === true;
}

/** The photos of these check-ins, as far as there are any. It is for the caller to see that they may be looked at. */
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
          status: status as ReportedPhoto['status'],
          photoUrl: signedUrl(deps, photo_key),
        },
  );
}
